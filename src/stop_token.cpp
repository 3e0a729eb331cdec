// SPDX-License-Identifier: Apache-2.0
#include "chemix/core/stop_token.hpp"

#include <algorithm>
#include <chrono>

namespace chemix {
namespace {

std::int64_t now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

}  // namespace

void StopToken::clear() noexcept {
  is_stopped_.store(false, std::memory_order_relaxed);
  deadline_.store(never, std::memory_order_relaxed);
}

void StopToken::set_time_budget(std::int64_t milliseconds) noexcept {
  if (milliseconds < 0) return deadline_.store(never, std::memory_order_relaxed);
  constexpr std::int64_t per_millisecond = 1'000'000;
  const std::int64_t start = now();
  // Never overflows: a larger budget never ends.
  const std::int64_t most = (never - start) / per_millisecond;
  const std::int64_t allowed = std::min(milliseconds, most);
  deadline_.store(start + allowed * per_millisecond, std::memory_order_relaxed);
}

bool StopToken::is_late() const noexcept {
  const std::int64_t deadline = deadline_.load(std::memory_order_relaxed);
  return deadline != never && now() >= deadline;
}

void StopToken::on_poll(std::int64_t) {}

bool StopPoll::poll() {
  const std::int64_t work = std::exchange(work_, 0);
  if (token_ == nullptr) return false;
  token_->on_poll(work);
  is_stopped_ = token_->is_stopped();
  is_late_ = token_->is_late();
  return is_ended();
}

}  // namespace chemix
