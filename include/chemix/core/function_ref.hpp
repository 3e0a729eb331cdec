// SPDX-License-Identifier: Apache-2.0
// FunctionRef: a type-erased reference to a callable, so that functions taking one are compiled
// once.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace chemix {

template <class Signature>
class FunctionRef;

/// Refers to a function object, which must outlive it. Use it for parameters.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, FunctionRef>)
      FunctionRef(Function&& function)  // NOLINT: implicit, so that calls read as if it were one
      : function_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
        call_([](void* called, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Function>*>(called))(
              std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(function_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* function_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace chemix
