// SPDX-License-Identifier: Apache-2.0
// Guards around pybind11, which aborts the process for some calls, and whose messages about wrong
// arguments repeat all of them at full length.
#include "bindings.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace chemix::python {
namespace {

// ---- The base class of pybind11, which must not be instantiated ----

newfunc new_object = nullptr;

PyObject* new_checked(PyTypeObject* type, PyObject* arguments, PyObject* names) {
  PyObject* const base = py::detail::get_internals().instance_base;
  if (type != reinterpret_cast<PyTypeObject*>(base)) return new_object(type, arguments, names);
  PyErr_SetString(PyExc_TypeError, "cannot create 'pybind11_object' instances");
  return nullptr;
}

void use_checked(PyTypeObject* type) {
  if (type->tp_new == new_object) type->tp_new = new_checked;
  const py::list derived = py::handle(reinterpret_cast<PyObject*>(type)).attr("__subclasses__")();
  for (const py::handle one : derived) use_checked(reinterpret_cast<PyTypeObject*>(one.ptr()));
}

// The oldest pickle protocols call the base class with the value, and pybind11 aborts. Python
// compares tp_new of a class with that of its bases, so all classes must be changed alike.
void guard_base() {
  auto* const base = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base);
  // Another module of this library may already have done so.
  if (base->tp_new == new_checked) return;
  new_object = base->tp_new;
  use_checked(base);
}

// ---- Calls with arguments of wrong types ----

constexpr std::string_view given_mark = "\nInvoked with: ";
constexpr std::size_t max_quoted = 10;

struct Given {
  PyObject* const* values;
  std::size_t count;
  // The keywords of the last values; null if there are none.
  PyObject* names;

  [[nodiscard]] std::size_t name_count() const {
    return names == nullptr ? 0 : static_cast<std::size_t>(PyTuple_GET_SIZE(names));
  }
};

// The name of the i-th parameter in the first signature of a message, such as
// `1. (self: Game, text: str)`.
std::string parameter(std::string_view message, std::size_t i) {
  std::size_t at = message.find('(', message.find("1. "));
  int depth = 0;
  for (; at < message.size() && i > 0; ++at) {
    const char letter = message[at];
    depth += static_cast<int>(letter == '(' || letter == '[');
    depth -= static_cast<int>(letter == ')' || letter == ']');
    if (depth == 0) return "arguments";
    if (letter == ',' && depth == 1) --i;
  }
  if (at >= message.size()) return "arguments";
  const std::size_t begin = at + 1;
  const std::size_t end = message.find(':', begin);
  if (end == std::string_view::npos) return "arguments";
  return std::string(message.substr(begin, end - begin));
}

// A text as quoted in messages.
std::string cut(const py::handle& text) {
  const py::module_ errors = py::module_::import("chemix._errors");
  return errors.attr("cut")(errors.attr("encodable")(text)).cast<std::string>();
}

// Replaces the TypeError of pybind11 by one with bounded quotes of the arguments.
void describe_again(Given given) {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const auto error = py::reinterpret_steal<py::object>(value);
  const auto of_type = py::reinterpret_steal<py::object>(type);
  const auto where = py::reinterpret_steal<py::object>(trace);
  std::string message = py::str(error).cast<std::string>();
  const std::size_t mark = message.find(given_mark);
  if (mark == std::string::npos) {
    PyErr_Restore(of_type.inc_ref().ptr(), error.inc_ref().ptr(), where.inc_ref().ptr());
    return;
  }
  message.resize(mark);
  // Signatures of constructors leave out the new object.
  if (message.find("incompatible constructor") != std::string::npos) {
    given = {given.values + 1, given.count - 1, given.names};
  }
  const std::size_t positional = given.count - given.name_count();
  const auto name_of = [&](std::size_t i) {
    const py::handle name = PyTuple_GET_ITEM(given.names, static_cast<py::ssize_t>(i - positional));
    return cut(name);
  };
  // Texts that UTF-8 cannot encode match no signature: name their parameter.
  for (std::size_t i = 0; i < given.count; ++i) {
    const py::handle one = given.values[i];
    if (!py::isinstance<py::str>(one)) continue;
    if (PyUnicode_AsUTF8AndSize(one.ptr(), nullptr) != nullptr) continue;
    PyErr_Clear();
    text_of(one, i < positional ? parameter(message, i) : name_of(i));
  }
  message += given_mark;
  for (std::size_t i = 0; i < std::min(given.count, max_quoted); ++i) {
    if (i > 0) message += ", ";
    if (i >= positional) message += name_of(i) + "=";
    message += shown(given.values[i]);
  }
  if (given.count > max_quoted) message += ", …";
  throw py::type_error(message);
}

// Replaces an error raised while converting an argument, such as a list too large for memory.
// Exceptions from Python functions have a traceback, and are kept.
void expect_readable() {
  const bool is_size = PyErr_ExceptionMatches(PyExc_MemoryError) != 0 ||
                       PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
  // Compare exactly: the exceptions of chemix derive from ValueError.
  const bool is_value =
      PyErr_Occurred() == PyExc_ValueError || PyErr_ExceptionMatches(PyExc_RecursionError) != 0;
  if (!is_size && !is_value) return;
  py::error_already_set error;
  if (error.trace()) {
    error.restore();
    return;
  }
  raise(InputError{"arguments", "",
                   is_size ? "are too large" : "cannot be read: " + cut(py::str(error.value())),
                   ""});
}

// Calls a pybind11 function, which may also throw C++ exceptions.
template <class Call>
PyObject* guarded(const Given& given, const Call& call) {
  try {
    PyObject* const result = call();
    if (result == nullptr) expect_readable();
    if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) describe_again(given);
    return result;
  } catch (py::error_already_set& error) {
    // pybind11 fails to read such a keyword, and no parameter has such a name.
    const bool is_name = given.name_count() > 0 && error.matches(PyExc_UnicodeEncodeError);
    if (is_name) {
      PyErr_SetString(PyExc_TypeError, "names of arguments must not contain lone surrogates");
    } else {
      error.restore();
    }
  } catch (const py::builtin_exception& error) {
    error.set_error();
  }
  return nullptr;
}

using Fast = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

// The C function behind every pybind11 function.
PyCFunction dispatcher = nullptr;

// Python stores functions of different signatures as PyCFunction.
template <class To>
To as(PyCFunction function) {
  return reinterpret_cast<To>(reinterpret_cast<void (*)()>(function));
}

PyObject* call_fast(PyObject* self, PyObject* const* values, Py_ssize_t count, PyObject* names) {
  const auto named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  const Given given{values, static_cast<std::size_t>(PyVectorcall_NARGS(count) + named), names};
  return guarded(given, [&] { return as<Fast>(dispatcher)(self, values, count, names); });
}

PyObject* call_with_tuple(PyObject* self, PyObject* arguments, PyObject* named) {
  std::vector<PyObject*> values;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(arguments); ++i) {
    values.push_back(PyTuple_GET_ITEM(arguments, i));
  }
  py::list names;
  if (named != nullptr) {
    for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(named)) {
      names.append(name);
      values.push_back(value.ptr());
    }
  }
  const py::tuple kept(names);
  return guarded({values.data(), values.size(), kept.ptr()},
                 [&] { return as<PyCFunctionWithKeywords>(dispatcher)(self, arguments, named); });
}

void guard(PyObject* object) {
  if (object == nullptr) return;
  if (PyInstanceMethod_Check(object) != 0) object = PyInstanceMethod_GET_FUNCTION(object);
  if (Py_TYPE(object) == &PyProperty_Type) {
    for (const char* accessor : {"fget", "fset"}) guard(py::handle(object).attr(accessor).ptr());
    return;
  }
  if (Py_TYPE(object) == &PyStaticMethod_Type) {
    return guard(py::handle(object).attr("__func__").ptr());
  }
  if (PyCFunction_Check(object) == 0) return;
  PyMethodDef& method = *reinterpret_cast<PyCFunctionObject*>(object)->m_ml;
  if (method.ml_meth != dispatcher) return;
  const bool is_fast = (method.ml_flags & METH_FASTCALL) != 0;
  method.ml_meth =
      is_fast ? reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call_fast))
              : reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call_with_tuple));
}

void guard_all(const py::object& scope) {
  for (const auto& [name, value] : py::dict(scope.attr("__dict__"))) {
    guard(value.ptr());
    if (PyType_Check(value.ptr()) != 0) guard_all(py::reinterpret_borrow<py::object>(value));
  }
}

}  // namespace

void guard_calls(const py::module_& module) {
  guard_base();
  const py::object any = module.attr("games");
  dispatcher = reinterpret_cast<PyCFunctionObject*>(any.ptr())->m_ml->ml_meth;
  guard_all(module);
}

}  // namespace chemix::python
