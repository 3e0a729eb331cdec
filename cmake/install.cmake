# SPDX-License-Identifier: Apache-2.0
# What is installed, in components: runtime, development, python, data, docs.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/chemix")

# ---- Libraries: one export for each component of find_package ----

set(exports "")
if(CHEMIX_INSTALL_CPP)
  install(TARGETS chemix EXPORT chemix-cpp
    ARCHIVE COMPONENT development FILE_SET HEADERS COMPONENT development)
  list(APPEND exports cpp)
endif()
if(CHEMIX_BUILD_CAPI)
  install(TARGETS ${capi_libraries} EXPORT chemix-capi
    RUNTIME COMPONENT runtime
    LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
    ARCHIVE COMPONENT development FILE_SET HEADERS COMPONENT development)
  list(APPEND exports capi)
  # For programs in other languages: the header as data, and as declarations for FFI libraries.
  install(FILES capi/chemix_api.json capi/chemix_cdef.h
    DESTINATION "${CMAKE_INSTALL_DATADIR}/chemix" COMPONENT development)
endif()
foreach(export IN LISTS exports)
  install(EXPORT chemix-${export} NAMESPACE chemix:: DESTINATION "${package_dir}"
    COMPONENT development)
endforeach()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/chemixConfig.cmake.in" chemixConfig.cmake
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
# As docs/stability.md says.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file(chemixConfigVersion.cmake COMPATIBILITY ${compatibility})
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/chemixConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/chemixConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT development)

# ---- pkg-config ----

# Relative to where the file lies, so that an install with another prefix is right too.
set(pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(IS_ABSOLUTE "${pkgconfig_dir}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH pc_prefix "/${pkgconfig_dir}" "/")
  string(REGEX REPLACE "/$" "" pc_prefix "\${pcfiledir}/${pc_prefix}")
endif()
foreach(dir IN ITEMS LIBDIR INCLUDEDIR DATADIR)
  set(pc_${dir} "${CMAKE_INSTALL_${dir}}")
  if(NOT IS_ABSOLUTE "${pc_${dir}}")
    string(PREPEND pc_${dir} "\${prefix}/")
  endif()
endforeach()

# project(HOMEPAGE_URL), if there is one.
set(pc_url "")
if(PROJECT_HOMEPAGE_URL)
  set(pc_url "URL: ${PROJECT_HOMEPAGE_URL}\n")
endif()
function(install_pkg_config pc_name pc_description pc_libs pc_libs_private)
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/chemix.pc.in" ${pc_name}.pc @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${pc_name}.pc" DESTINATION "${pkgconfig_dir}"
    COMPONENT development)
endfunction()
if(CHEMIX_INSTALL_CPP)
  install_pkg_config(chemixcpp "${PROJECT_DESCRIPTION}, in C++20" "" "")
endif()
if(CHEMIX_BUILD_CAPI)
  # What a C program links besides the archive.
  list(TRANSFORM cxx_runtime PREPEND "-l" REGEX "^[^-/]" OUTPUT_VARIABLE cxx_libraries)
  list(JOIN cxx_libraries " " cxx_libraries)
  if(TARGET chemix_capi)
    install_pkg_config(chemix "${PROJECT_DESCRIPTION}" "" "${cxx_libraries}")
  else()
    # With the archive alone, no program links without them.
    install_pkg_config(chemix "${PROJECT_DESCRIPTION}" " ${cxx_libraries}" "")
  endif()
endif()

# ---- Manual page of the C header ----

find_program(CHEMIX_AWK awk)
if(CHEMIX_BUILD_CAPI AND CHEMIX_AWK)
  set(man_page "${CMAKE_CURRENT_BINARY_DIR}/chemix.3")
  set(c_header "${PROJECT_SOURCE_DIR}/capi/include/chemix.h")
  set(man_page_script "${CMAKE_CURRENT_LIST_DIR}/man_page.awk")
  add_custom_command(OUTPUT "${man_page}"
    COMMAND "${CHEMIX_AWK}" -v "version=${PROJECT_VERSION}" -v "description=${PROJECT_DESCRIPTION}"
      -f "${man_page_script}" "${c_header}" > "${man_page}"
    DEPENDS "${c_header}" "${man_page_script}" VERBATIM)
  add_custom_target(chemix_man_page ALL DEPENDS "${man_page}")
  install(FILES "${man_page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man3" COMPONENT development)
endif()

# ---- Python, which has decks, schemas and rules of its own, as a wheel does ----

if(CHEMIX_BUILD_PYTHON)
  if(SKBUILD)
    # What scikit-build-core takes for the root of a wheel; the sources it adds itself.
    set(python_dir .)
  else()
    set(CHEMIX_PYTHON_DIR
      "${CMAKE_INSTALL_LIBDIR}/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/site-packages"
      CACHE STRING "Where the Python package is installed")
    set(python_dir "${CHEMIX_PYTHON_DIR}")
    install(DIRECTORY bindings/python/chemix DESTINATION "${python_dir}" COMPONENT python
      PATTERN __pycache__ EXCLUDE)
  endif()
  install(TARGETS _core DESTINATION "${python_dir}/chemix" COMPONENT python)
  install(DIRECTORY decks schemas DESTINATION "${python_dir}/chemix" COMPONENT python
    FILES_MATCHING PATTERN "*.json")
  install(DIRECTORY docs/rules DESTINATION "${python_dir}/chemix" COMPONENT python
    FILES_MATCHING PATTERN "*.md")
endif()

# ---- Licenses: with each component that a package may hold alone ----

set(licensed runtime development data docs)
if(CHEMIX_BUILD_PYTHON AND NOT SKBUILD)
  # A wheel has them among its metadata.
  list(APPEND licensed python)
endif()
foreach(component IN LISTS licensed)
  install(FILES LICENSE THIRD_PARTY_LICENSES.txt DESTINATION "${CMAKE_INSTALL_DOCDIR}"
    COMPONENT ${component})
endforeach()

# ---- Data and docs ----

install(DIRECTORY decks schemas words DESTINATION "${CMAKE_INSTALL_DATADIR}/chemix" COMPONENT data
  FILES_MATCHING PATTERN "*.json")
install(FILES README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT docs)
install(DIRECTORY docs examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT docs
  FILES_MATCHING PATTERN "*.md" PATTERN "*.jpg" PATTERN "*.[ch]" PATTERN "*.cpp" PATTERN "*.py"
  PATTERN "*.lua"   PATTERN "*.ipynb" PATTERN "*.txt" PATTERN CMakeLists.txt EXCLUDE PATTERN web EXCLUDE)
