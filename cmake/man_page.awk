# SPDX-License-Identifier: Apache-2.0
# Writes the manual page of the C header: what its comments say as text, declarations as they stand.
#   awk -v version=0.1.0 -v description="Rules engine" -f man_page.awk chemix.h >chemix.3

function show(line) {
  gsub(/\\/, "\\e", line)
  gsub(/-/, "\\-", line)
  # What would be a request at the beginning of a line.
  if (line ~ /^[.']/) line = "\\&" line
  print line
}

# Declarations and examples keep their lines.
function keep_lines(yes) {
  if (yes && !kept) print ".PP\n.nf"
  if (!yes && kept) print ".fi"
  kept = yes
}

function show_text(line) {
  if (line == "") {
    keep_lines(0)
    print ".PP"
    bullet = 0
  } else if (line ~ /^- /) {
    print ".IP \\(bu 2"
    show(substr(line, 3))
    bullet = 1
  } else if (bullet) {
    sub(/^ +/, "", line)
    show(line)
  } else {
    keep_lines(line ~ /^  /)
    show(line)
  }
}

BEGIN {
  printf ".TH CHEMIX 3 \"\" \"chemix %s\" \"Library Functions Manual\"\n", version
  printf ".SH NAME\nchemix \\- %s\n", description
  print ".SH SYNOPSIS\n.nf\n#include <chemix.h>\n.PP\ncc \\fIfile\\fR.c $(pkg\\-config \\-\\-cflags \\-\\-libs chemix)\n.fi"
  print ".SH DESCRIPTION"
  before_sections = 1
}

/^\/\* SPDX/ { next }

/^\/\* ---- / {
  keep_lines(0)
  gsub(/^\/\* ---- | ---- \*\/$/, "")
  printf ".SH \"%s\"\n", toupper($0)
  before_sections = 0
  next
}

# Comments at the margin are text; those inside a structure belong to it.
/^\/\*/ && !in_comment {
  keep_lines(0)
  print ".PP"
  in_comment = 1
  bullet = 0
}

in_comment {
  ends = / ?\*\/$/
  sub(/ ?\*\/$/, "")
  sub(/^(\/\*| \*) ?/, "")
  if (!ends || $0 != "") show_text($0)
  if (ends) in_comment = 0
  next
}

before_sections { next }
/^#ifdef __cplusplus/ { exit }
/^$/ && !kept { next }

{
  # Without the macro, which further lines are indented by too.
  if (sub(/^CHEMIX_API /, "")) declaring = 1
  else if (declaring) sub(/^           /, "")
  if (/;$/) declaring = 0
  keep_lines(1)
  show($0)
}

END { keep_lines(0) }
