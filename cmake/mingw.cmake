# SPDX-License-Identifier: Apache-2.0
# Builds for Windows, with MinGW; tools/portable.sh plays what comes of it.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# The libraries without code are those of this machine, whose headers come after MinGW's own.
file(GLOB CMAKE_PREFIX_PATH /usr /usr/lib/*-linux-gnu/cmake)
set(CMAKE_CXX_FLAGS_INIT "-idirafter /usr/include")
