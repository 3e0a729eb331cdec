// SPDX-License-Identifier: Apache-2.0
// Clients. Every change prepares all that may fail in spare memory, and then swaps.
#include "chemix/client.hpp"

#include "chemix/core/codec.hpp"
#include "chemix/core/value.hpp"
#include "record_file.hpp"

#include <algorithm>
#include <utility>

namespace chemix {
namespace {

struct Message {
  std::int64_t seen = 0;
  std::vector<Event> events;
  std::uint64_t digest = 0;
};

Result<Message> read_message(const AnyGame& game, std::string_view text) {
  const auto value = read_json(text, "message");
  if (!value) return tl::unexpected(value.error());
  Message message;
  bool has_seen = false;
  bool has_events = false;
  bool has_digest = false;
  std::optional<InputError> error;
  const auto read_event = [&](const ValueReader& entry) {
    std::string_view packed;
    if (!entry.text(packed)) return false;
    const auto event = parse_packed_event(game, packed);
    if (!event) return entry.refuse(event.error().reason);
    message.events.push_back(*event);
    return true;
  };
  (void)ValueReader(*value, "", error)
      .each_field([&](const ValueReader& field, std::string_view name) {
        if (name == "seen") {
          has_seen = true;
          return field.number(message.seen, 0, std::int64_t{1} << 31);
        }
        if (name == "events") {
          has_events = true;
          return field.each(read_event);
        }
        if (name != "digest") return field.refuse("is not a field of a message");
        has_digest = true;
        std::string_view digest;
        return field.text(digest) &&
               (parse_hex(digest, message.digest) || field.refuse("must be 16 hexadecimal digits"));
      });
  if (error) return tl::unexpected(*error);
  for (const auto& [has, name] : {std::pair(has_seen, "seen"), std::pair(has_events, "events"),
                                  std::pair(has_digest, "digest")}) {
    if (!has) return tl::unexpected(InputError{name, "", "is missing", ""});
  }
  return message;
}

}  // namespace

Client::Client(std::shared_ptr<const AnyGame> game, ObservationMemory start, std::size_t first)
    : game_(std::move(game)),
      first_(first),
      start_(std::move(start)),
      observation_(start_),
      next_(start_) {}

Result<Client> Client::of(std::shared_ptr<const AnyGame> game, ConstBlock observation,
                          std::size_t seen) {
  if (auto wrong = game->expect_observation(observation)) return tl::unexpected(*wrong);
  ObservationMemory start(*game);
  copy_block(observation, start.block());
  return Client(std::move(game), std::move(start), seen);
}

Result<Client> Client::load(std::string_view text) {
  auto replay = read_seen_record(text);
  if (!replay) return tl::unexpected(replay.error());
  ObservationMemory start(*replay->game);
  copy_block(replay->start, start.block());
  Client client(std::move(replay->game), std::move(start), replay->seen);
  for (std::vector<Event>& events : replay->steps) {
    // They were folded when the record was read.
    (void)client.take(std::move(events));
  }
  return client;
}

std::string Client::save() const {
  const ConstBlock start = start_.block();
  return write_seen_replay({game_,
                            {start.begin(), start.end()},
                            steps_,
                            game_->observation_digest(observation()),
                            first_});
}

std::optional<InputError> Client::receive(std::string_view text) {
  auto message = read_message(*game_, text);
  if (!message) return message.error();
  if (static_cast<std::size_t>(message->seen) != seen_count()) {
    return InputError{"seen", std::to_string(message->seen),
                      "must be " + std::to_string(seen_count()) + ", the next step", ""};
  }
  return take(std::move(message->events), message->digest);
}

std::optional<InputError> Client::fold(std::span<const Event> events) {
  return take({events.begin(), events.end()});
}

std::optional<InputError> Client::take(std::vector<Event> events,
                                       std::optional<std::uint64_t> expected_digest) {
  if (events.empty()) return InputError{"events", "", "must contain an event", ""};
  copy_block(observation(), next_.block());
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (auto wrong = game_->fold(next_.block(), events[i])) {
      wrong->field = "events[" + std::to_string(i) + "]." + wrong->field;
      return wrong;
    }
  }
  if (expected_digest) {
    const std::uint64_t digest = game_->observation_digest(next_.block());
    if (digest != *expected_digest) {
      return InputError{"digest", hex(*expected_digest),
                        "the events lead to the digest " + hex(digest), ""};
    }
  }
  std::optional<ObservationMemory> checkpoint;
  if ((steps_.size() + 1) % steps_per_checkpoint == 0) {
    checkpoint = next_;
    reserve_more(checkpoints_, 1);
  }
  steps_.push_back(std::move(events));
  // Nothing fails from here on.
  if (checkpoint) checkpoints_.push_back(*std::move(checkpoint));
  std::swap(observation_, next_);
  return std::nullopt;
}

void Client::rewind(std::size_t seen) {
  if (seen == seen_count()) return;
  observe_at(seen, next_.block());
  const std::size_t step = seen - first_;
  const auto keep = [](auto& list, std::size_t count) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(count), list.end());
  };
  keep(steps_, step);
  keep(checkpoints_, step / steps_per_checkpoint);
  std::swap(observation_, next_);
}

void Client::observe_at(std::size_t seen, Block observation) const {
  if (seen == seen_count()) return copy_block(this->observation(), observation);
  const std::size_t step = seen - first_;
  const std::size_t checkpoint = step / steps_per_checkpoint;
  copy_block((checkpoint == 0 ? start_ : checkpoints_[checkpoint - 1]).block(), observation);
  for (std::size_t i = checkpoint * steps_per_checkpoint; i < step; ++i) {
    for (const Event& event : steps_[i]) (void)game_->fold(observation, event);
  }
}

}  // namespace chemix
