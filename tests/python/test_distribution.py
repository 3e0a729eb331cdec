# SPDX-License-Identifier: Apache-2.0
"""The metadata of the distribution: its name, extras, licenses and page on the index."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import chemix
import pytest

ROOT = Path(__file__).parents[2]
DISTRIBUTION = "chemix-engine"
TEXTS = [
    file
    for folder in ("bindings/python/chemix", "docs", "examples")
    for file in sorted((ROOT / folder).rglob("*"))
    if file.suffix in {".py", ".md", ".ipynb", ".pyi"} and "node_modules" not in file.parts
] + [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")]


@pytest.fixture(name="about")
def _about() -> metadata.PackageMetadata:
    return metadata.metadata(DISTRIBUTION)


def test_the_distribution_provides_the_package(about: metadata.PackageMetadata) -> None:
    assert about["Name"] == DISTRIBUTION
    assert about["Version"] == chemix.__version__
    assert DISTRIBUTION in metadata.packages_distributions()["chemix"]


def test_licenses_and_notices_are_installed(about: metadata.PackageMetadata) -> None:
    assert about["License-Expression"] == "Apache-2.0"
    named = about.get_all("License-File") or []
    assert {"LICENSE", "THIRD_PARTY_LICENSES.txt"} == set(named)
    installed = [str(file) for file in metadata.files(DISTRIBUTION) or []]
    for name in named:
        assert any(file.endswith(f".dist-info/licenses/{name}") for file in installed)


@pytest.mark.parametrize(
    "field", ["Author", "Keywords", "Summary", "Requires-Python", "Classifier", "Project-URL"]
)
def test_no_field_of_the_index_is_missing(about: metadata.PackageMetadata, field: str) -> None:
    assert about.get_all(field)


def test_all_urls_are_those_of_the_project(about: metadata.PackageMetadata) -> None:
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    (home,) = re.findall(r'HOMEPAGE_URL "(.*?)"', cmake)
    urls = dict(entry.split(", ") for entry in about.get_all("Project-URL") or [])
    assert urls["Homepage"] == home
    assert all(url.startswith(home) for url in urls.values())


def test_the_page_on_the_index_has_absolute_links(about: metadata.PackageMetadata) -> None:
    page = str(about.get_payload())  # type: ignore[attr-defined]
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)]*)\)", page)
    pictures = [link for mark, link in links if mark]
    assert pictures
    assert all(link.startswith("https://raw.githubusercontent.com/") for link in pictures)
    assert all(link.startswith(("https://", "#")) for _, link in links)
    assert f"/blob/v{chemix.__version__}/docs/adapters.md" in page


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_commands_to_install_name_extras_that_exist(
    file: Path, about: metadata.PackageMetadata
) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"pip install [^\n`]*\bchemix\[", text)
    # Shells expand unquoted brackets.
    assert not re.search(r"""pip install [^"'\\`\n]*\[""", text)
    for extras in re.findall(r"chemix-engine\[([\w,]+)\]", text):
        assert set(extras.split(",")) <= set(about.get_all("Provides-Extra") or [])
