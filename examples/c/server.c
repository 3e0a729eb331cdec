/* SPDX-License-Identifier: Apache-2.0 */
/* A server for any game of two players, with two clients in processes of their own:
 *
 *   server GAME [LANGUAGE [NUMBER]]
 *
 * Only the server has the state. A client has its own observation: it receives events as it sees
 * them, folds them, and compares a digest. It sends action ids, which the server applies or refuses
 * by the rules. Before the game the server commits to a seed, to which the clients contribute.
 * After the game the server reveals seed and record. Each client then verifies the deal, and that
 * the record matches its own actions and the events that it received.
 *
 * The clients play badly: decision n, from 0, is number (7 * n + seat) of the legal actions, modulo
 * their count. Seat 1 first tries an illegal action, to be refused.
 *
 * The program prints what a spectator sees, then what each client saw. Returns 0 when both clients
 * have verified the game. With a number, secrets are derived from it, for a reproducible
 * transcript; never do this where somebody could gain from knowing them.
 *
 * A message consists of its size in 4 bytes, a letter for its type, and its fields. Numbers are
 * big-endian; texts and bytes are preceded by their size in 4 bytes.
 *
 *   server: G game, its key (8), seat (1), start player (1), commitment
 *           B the contributions of the clients, by seat
 *           V the observation before the deal, as chemix_observation_save writes it
 *           E one or more events (10 numbers of 4 bytes each), then the digest of the view (8)
 *           A asks for an action;  R rule and words of a refusal, and asks again
 *           O seed, salt and record, when the game is over
 *   client: C its contribution to the seed;  D the id of an action (4);  K whether it verified (1)
 */
#include "table.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  CLIENTS = 2,
  /* Clients send small messages; the largest message of the server is the record. */
  MOST_FROM_CLIENT = 64,
  MOST_FROM_SERVER = 1 << 22,
  MOST_REFUSALS = 3,
  PATIENCE_SECONDS = 60,
  EVENT_NUMBERS = 10
};

/* ---- Messages ---- */

typedef struct message {
  size_t size;
  /* The read position. */
  size_t at;
  uint8_t bytes[MOST_FROM_SERVER];
} message;

_Noreturn static void give_up(const char* who, const char* why) {
  (void)fflush(stdout);
  (void)fprintf(stderr, "%s: %s\n", who, why);
  exit(EXIT_FAILURE);
}

static void put_bytes(message* m, const void* bytes, size_t size) {
  if (size > sizeof m->bytes - m->size) give_up("message", "is too long");
  memcpy(m->bytes + m->size, bytes, size);
  m->size += size;
}

static void put_number(message* m, uint64_t number, int size) {
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
    const uint8_t byte = (uint8_t)(number >> shift & 255U);
    put_bytes(m, &byte, 1);
  }
}

static void put_sized(message* m, const void* bytes, size_t size) {
  put_number(m, size, 4);
  put_bytes(m, bytes, size);
}

static void put_text(message* m, const char* text) { put_sized(m, text, strlen(text)); }

/* Reads bytes of a message; gives up if the message is too short. */
static const uint8_t* take_bytes(message* m, size_t size) {
  if (size > m->size - m->at) give_up("message", "ends too early");
  m->at += size;
  return m->bytes + m->at - size;
}

static uint64_t take_number(message* m, int size) {
  const uint8_t* const bytes = take_bytes(m, (size_t)size);
  uint64_t number = 0;
  for (int i = 0; i < size; ++i) number = number << 8 | bytes[i];
  return number;
}

/* Reads a signed number, as two's complement. */
static int32_t take_signed(message* m) {
  const uint32_t bits = (uint32_t)take_number(m, 4);
  return bits <= INT32_MAX ? (int32_t)bits : -(int32_t)(UINT32_MAX - bits) - 1;
}

/* Reads bytes preceded by their size, at most `most`. */
static const uint8_t* take_sized(message* m, size_t most, size_t* out_size) {
  *out_size = (size_t)take_number(m, 4);
  if (*out_size > most) give_up("message", "has a field that is too long");
  return take_bytes(m, *out_size);
}

/* Reads a text, and terminates it with NUL. */
static void take_text(message* m, char* out, size_t capacity) {
  size_t size = 0;
  const uint8_t* const bytes = take_sized(m, capacity - 1, &size);
  memcpy(out, bytes, size);
  out[size] = '\0';
}

static void take_end(const message* m) {
  if (m->at != m->size) give_up("message", "is too long for its type");
}

static message* begin(message* m, char letter) {
  m->size = 0;
  m->at = 0;
  put_bytes(m, &letter, 1);
  return m;
}

static void transfer(int socket, uint8_t* bytes, size_t size, bool is_sent) {
  while (size > 0) {
    const ssize_t done = is_sent ? write(socket, bytes, size) : read(socket, bytes, size);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) give_up("connection", strerror(errno));
    if (done == 0) give_up("connection", "was closed");
    bytes += done;
    size -= (size_t)done;
  }
}

static void deliver(int socket, message* m) {
  uint8_t head[4];
  for (int i = 0; i < 4; ++i) head[i] = (uint8_t)(m->size >> (24 - 8 * i) & 255U);
  transfer(socket, head, sizeof head, true);
  transfer(socket, m->bytes, m->size, true);
}

/* Receives a message of one of these types, and returns its letter. The size is validated before
 * anything is read into memory. */
static char receive(int socket, message* m, size_t most, const char* letters) {
  uint8_t head[4];
  transfer(socket, head, sizeof head, false);
  m->size = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
  if (m->size < 1 || m->size > most) give_up("message", "has an invalid size");
  m->at = 0;
  transfer(socket, m->bytes, m->size, false);
  const char letter = (char)*take_bytes(m, 1);
  if (letter == '\0' || strchr(letters, letter) == NULL) give_up("message", "is not expected now");
  return letter;
}

/* ---- Secrets ---- */

/* Fills `out` with secret bytes: from the system, or reproducibly from a number. */
static void draw_secret(uint8_t* out, size_t size, const char* number, unsigned purpose) {
  if (number != NULL) {
    uint64_t bits = strtoull(number, NULL, 10) * 16 + purpose + 1;
    for (size_t i = 0; i < size; ++i) {
      bits = bits * 6364136223846793005U + 1442695040888963407U;
      out[i] = (uint8_t)(bits >> 56);
    }
    return;
  }
  FILE* const file = fopen("/dev/urandom", "rb");
  if (file == NULL || fread(out, 1, size, file) != size) {
    give_up("/dev/urandom", "cannot be read");
  }
  (void)fclose(file);
}

static void put_contributions(message* m, const chemix_contribution* all) {
  for (int seat = 0; seat < CLIENTS; ++seat) put_sized(m, all[seat].bytes, all[seat].byte_count);
}

static chemix_contribution take_contribution(message* m) {
  chemix_contribution contribution = {0};
  size_t size = 0;
  const uint8_t* const bytes = take_sized(m, CHEMIX_SECRET_SIZE, &size);
  memcpy(contribution.bytes, bytes, size);
  contribution.byte_count = (uint32_t)size;
  return contribution;
}

/* ---- Events ---- */

static void put_event(message* m, const chemix_event* event) {
  const int32_t numbers[EVENT_NUMBERS] = {
      event->verb,   event->from_zone, event->from_owner, event->to_zone, event->to_owner,
      event->player, event->index,     event->kind,       event->amount,  event->seen_by};
  for (int i = 0; i < EVENT_NUMBERS; ++i) put_number(m, (uint32_t)numbers[i], 4);
}

static chemix_event take_event(message* m) {
  int32_t numbers[EVENT_NUMBERS];
  for (int i = 0; i < EVENT_NUMBERS; ++i) numbers[i] = take_signed(m);
  return (chemix_event){numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                        numbers[5], numbers[6], numbers[7], numbers[8], numbers[9]};
}

/* Writes the events of an action as a viewer sees them; returns their number. */
static size_t events_of(table* t, int32_t actor, int32_t action, int32_t viewer,
                        chemix_event* out) {
  size_t count = 0;
  check(chemix_state_events(t->game, t->state, t->limits.state_size, actor, action, viewer, out,
                            MOST_EVENTS, &count, &t->error),
        &t->error);
  return count;
}

static uint64_t view_digest(table* t) {
  uint64_t digest = 0;
  check(chemix_observation_digest(t->game, t->seen, t->limits.observation_size, &digest, &t->error),
        &t->error);
  return digest;
}

/* ---- The client ---- */

typedef struct client {
  /* Until the game is over, only its observation is used. */
  table table;
  int socket;
  int32_t seat;
  int32_t start_player;
  const char* language;
  char commitment[128];
  chemix_contribution own;
  chemix_contribution contributions[CLIENTS];
  /* All events received, and all actions of this client. */
  chemix_event* events;
  size_t event_count;
  int32_t* actions;
  size_t action_count;
  bool tries_the_door;
  /* The output for people, kept until the end so that it does not mix with that of others. */
  FILE* diary;
  message message;
} client;

/* Folds received events into the observation, and compares its digest with the server's. */
static void follow(client* c) {
  table* const t = &c->table;
  message* const m = &c->message;
  const size_t size = (size_t)4 * EVENT_NUMBERS;
  while (m->size - m->at >= size) {
    const chemix_event event = take_event(m);
    c->events = memory(c->events, (c->event_count + 1) * sizeof event);
    c->events[c->event_count++] = event;
    check(chemix_observation_fold(t->game, &event, t->seen, t->limits.observation_size, &t->error),
          &t->error);
    tell(t, c->diary, &event, 1, c->language, NULL);
  }
  const uint64_t digest = take_number(m, 8);
  take_end(m);
  if (digest != view_digest(t))
    give_up("client", "its observation differs from that of the server");
}

/* Returns an illegal action, or -1 if there is none. */
static int32_t find_refused(client* c) {
  table* const t = &c->table;
  for (int32_t action = 0; action < t->limits.action_count; ++action) {
    if (chemix_observation_check(t->game, t->seen, t->limits.observation_size, action, NULL) ==
        CHEMIX_REFUSED) {
      return action;
    }
  }
  return -1;
}

/* Chooses an action from the observation, and sends it. */
static void decide(client* c) {
  table* const t = &c->table;
  check(chemix_observation_legal_actions(t->game, t->seen, t->limits.observation_size, t->ids,
                                         (size_t)t->limits.max_legal_actions, &t->count, &t->error),
        &t->error);
  if (t->count == 0) give_up("client", "was asked without having a legal action");
  int32_t action = t->ids[(7 * c->action_count + (size_t)c->seat) % t->count];
  (void)fprintf(c->diary, "-> %s\n", prompt(t, c->language, NULL));
  const int32_t refused = c->tries_the_door ? find_refused(c) : -1;
  c->tries_the_door = false;
  if (refused >= 0) {
    action = refused;
  } else {
    c->actions = memory(c->actions, (c->action_count + 1) * sizeof action);
    c->actions[c->action_count++] = action;
  }
  check(chemix_action_words(t->game, c->seat, action, c->language, NULL, t->words, TEXT, &t->count,
                            &t->error),
        &t->error);
  (void)fprintf(c->diary, "<- %s\n", t->words);
  put_number(begin(&c->message, 'D'), (uint32_t)action, 4);
  deliver(c->socket, &c->message);
}

static void hear_refusal(client* c) {
  char rule[16];
  take_text(&c->message, rule, sizeof rule);
  take_text(&c->message, c->table.words, TEXT);
  take_end(&c->message);
  (void)fprintf(c->diary, "   %s: %s\n", rule, c->table.words);
}

/* Whether the record matches this client's actions and received events, step by step. */
static bool is_as_told(client* c, const char* text, size_t size) {
  table* const t = &c->table;
  chemix_record* record = NULL;
  chemix_game* game = NULL;
  int32_t start_player = 0;
  check(chemix_record_open(text, size, &record, &t->error), &t->error);
  check(chemix_record_game(record, &game, &start_player, &t->error), &t->error);
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  check(chemix_game_limits(game, &limits, &t->error), &t->error);
  size_t count = 0;
  (void)chemix_record_steps(record, NULL, 0, &count, NULL);
  chemix_step* const steps = memory(NULL, (count + 1) * sizeof *steps);
  check(chemix_record_steps(record, steps, count, &count, &t->error), &t->error);
  chemix_record_destroy(&record);
  chemix_game_destroy(&game);

  /* The state is still the one before the deal. */
  bool is_told = limits.game_key == t->limits.game_key && start_player == c->start_player;
  chemix_event events[MOST_EVENTS];
  size_t told = 0;
  size_t done = 0;
  for (size_t i = 0; is_told && i < count; ++i) {
    if (steps[i].actor == c->seat) {
      is_told = done < c->action_count && c->actions[done] == steps[i].action;
      ++done;
    }
    const size_t seen = events_of(t, steps[i].actor, steps[i].action, c->seat, events);
    is_told = is_told && seen <= c->event_count - told &&
              (seen == 0 || memcmp(events, c->events + told, seen * sizeof *events) == 0);
    told += seen;
    check(chemix_state_apply(t->game, steps[i].actor, steps[i].action, t->state,
                             t->limits.state_size, &t->error),
          &t->error);
  }
  free(steps);
  return is_told && told == c->event_count && done == c->action_count;
}

/* Verifies the revealed seed and record against the commitment published before the deal. */
static bool verify(client* c) {
  message* const m = &c->message;
  uint8_t seed[CHEMIX_SECRET_SIZE];
  uint8_t salt[CHEMIX_SECRET_SIZE];
  memcpy(seed, take_bytes(m, sizeof seed), sizeof seed);
  memcpy(salt, take_bytes(m, sizeof salt), sizeof salt);
  size_t size = 0;
  const char* const record = (const char*)take_sized(m, MOST_FROM_SERVER, &size);
  take_end(m);
  chemix_error error = CHEMIX_ERROR_INIT;
  uint64_t digest = 0;
  if (chemix_deal_verify(c->commitment, seed, salt, c->contributions, CLIENTS, record, size,
                         &digest, &error) != CHEMIX_OK) {
    (void)fprintf(c->diary, "not verified: %s\n", error.message);
    return false;
  }
  if (!is_as_told(c, record, size)) {
    (void)fprintf(c->diary,
                  "not verified: the record differs from the actions and events of this client\n");
    return false;
  }
  table* const t = &c->table;
  check(chemix_state_words(t->game, t->state, t->limits.state_size, c->language, NULL, t->words,
                           TEXT, &t->count, &t->error),
        &t->error);
  (void)fprintf(c->diary,
                "%s\nverified: the deal, %zu own actions, %zu events; digest %016" PRIx64 "\n",
                t->words, c->action_count, c->event_count, digest);
  return true;
}

/* Exchanges everything before the deal: the game, the commitment and both contributions. */
static void sit_down(client* c, const char* number) {
  table* const t = &c->table;
  message* const m = &c->message;
  char name[64];
  (void)receive(c->socket, m, MOST_FROM_SERVER, "G");
  take_text(m, name, sizeof name);
  const uint64_t key = take_number(m, 8);
  c->seat = (int32_t)take_number(m, 1);
  c->start_player = (int32_t)take_number(m, 1);
  take_text(m, c->commitment, sizeof c->commitment);
  take_end(m);
  chemix_error error = CHEMIX_ERROR_INIT;
  chemix_game* game = NULL;
  check(chemix_game_create(name, CLIENTS, "", NULL, &game, &error), &error);
  open_table(t, game, c->start_player);
  if (t->limits.game_key != key) give_up("client", "the server uses other rules");
  c->tries_the_door = c->seat == 1;

  draw_secret(c->own.bytes, CHEMIX_SECRET_SIZE, number, 2U + (unsigned)c->seat);
  c->own.byte_count = CHEMIX_SECRET_SIZE;
  put_sized(begin(m, 'C'), c->own.bytes, c->own.byte_count);
  deliver(c->socket, m);
  (void)receive(c->socket, m, MOST_FROM_SERVER, "B");
  for (int seat = 0; seat < CLIENTS; ++seat) c->contributions[seat] = take_contribution(m);
  take_end(m);
  if (c->seat >= CLIENTS || memcmp(&c->contributions[c->seat], &c->own, sizeof c->own) != 0) {
    give_up("client", "its contribution to the seed was changed");
  }

  (void)receive(c->socket, m, MOST_FROM_SERVER, "V");
  size_t size = 0;
  const uint8_t* const view = take_sized(m, MOST_FROM_SERVER, &size);
  take_end(m);
  check(
      chemix_observation_load(t->game, view, size, t->seen, t->limits.observation_size, &t->error),
      &t->error);
}

/* Runs a client; returns its exit status. */
static int run_client(int socket, const char* language, const char* number) {
  static client c;
  c.socket = socket;
  c.language = language;
  char* told = NULL;
  size_t told_size = 0;
  c.diary = open_memstream(&told, &told_size);
  if (c.diary == NULL) give_up("client", "out of memory");
  sit_down(&c, number);
  char letter = '\0';
  while ((letter = receive(socket, &c.message, MOST_FROM_SERVER, "EARO")) != 'O') {
    if (letter == 'E') {
      follow(&c);
      continue;
    }
    if (letter == 'R') hear_refusal(&c);
    decide(&c);
  }
  const bool is_verified = verify(&c);
  (void)fclose(c.diary);
  printf("\n== What the client in seat %d saw\n%s", (int)c.seat, told);
  (void)fflush(stdout);
  put_number(begin(&c.message, 'K'), is_verified, 1);
  deliver(socket, &c.message);
  free(told);
  free(c.events);
  free(c.actions);
  close_table(&c.table);
  return is_verified ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- The server ---- */

typedef struct server {
  table table;
  int sockets[CLIENTS];
  pid_t processes[CLIENTS];
  const char* name;
  const char* language;
  uint8_t seed[CHEMIX_SECRET_SIZE];
  uint8_t salt[CHEMIX_SECRET_SIZE];
  char commitment[65];
  char dealing_seed[67];
  chemix_contribution contributions[CLIENTS];
  chemix_step* steps;
  size_t step_count;
  message message;
} server;

static void start_clients(server* s, const char* number) {
  int pairs[CLIENTS][2];
  for (int seat = 0; seat < CLIENTS; ++seat) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[seat]) != 0) give_up("server", strerror(errno));
    const struct timeval patience = {PATIENCE_SECONDS, 0};
    (void)setsockopt(pairs[seat][0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    (void)fflush(stdout);
    s->processes[seat] = fork();
    if (s->processes[seat] < 0) give_up("server", strerror(errno));
    if (s->processes[seat] == 0) {
      /* Close all other sockets, so that each side notices when the other one exits. */
      for (int other = 0; other < seat; ++other) (void)close(pairs[other][0]);
      (void)close(pairs[seat][0]);
      exit(run_client(pairs[seat][1], s->language, number));
    }
    (void)close(pairs[seat][1]);
    s->sockets[seat] = pairs[seat][0];
  }
}

/* Commits to a seed, collects the clients' contributions, and sends each client its first view. */
static void agree_on_a_deal(server* s, const char* number) {
  table* const t = &s->table;
  message* const m = &s->message;
  draw_secret(s->seed, sizeof s->seed, number, 0);
  draw_secret(s->salt, sizeof s->salt, number, 1);
  check(chemix_deal_commit(t->game, 0, s->seed, s->salt, s->commitment, sizeof s->commitment,
                           &t->count, &t->error),
        &t->error);
  printf("The server commits to %s.\n", s->commitment);
  for (int seat = 0; seat < CLIENTS; ++seat) {
    put_text(begin(m, 'G'), s->name);
    put_number(m, t->limits.game_key, 8);
    put_number(m, (uint64_t)seat, 1);
    put_number(m, 0, 1);
    put_text(m, s->commitment);
    deliver(s->sockets[seat], m);
  }
  for (int seat = 0; seat < CLIENTS; ++seat) {
    (void)receive(s->sockets[seat], m, MOST_FROM_CLIENT, "C");
    s->contributions[seat] = take_contribution(m);
    take_end(m);
    printf("Seat %d adds %u bytes.\n", seat, (unsigned)s->contributions[seat].byte_count);
  }
  put_contributions(begin(m, 'B'), s->contributions);
  for (int seat = 0; seat < CLIENTS; ++seat) deliver(s->sockets[seat], m);
  check(chemix_deal_seed(s->seed, s->contributions, CLIENTS, s->dealing_seed,
                         sizeof s->dealing_seed, &t->count, &t->error),
        &t->error);
  for (int seat = 0; seat < CLIENTS; ++seat) {
    observe(t, seat);
    check(chemix_observation_save(t->game, t->seen, t->limits.observation_size, t->text, TEXT,
                                  &t->count, &t->error),
          &t->error);
    put_sized(begin(m, 'V'), t->text, t->count);
    deliver(s->sockets[seat], m);
  }
}

/* Applies an action, and sends each client the events that it sees. A client that sees none gets no
 * message: an empty one would reveal that somebody has decided. */
static chemix_status take(server* s, int32_t actor, int32_t action) {
  table* const t = &s->table;
  message* const m = &s->message;
  const chemix_status status =
      chemix_state_check(t->game, t->state, t->limits.state_size, actor, action, &t->error);
  if (status != CHEMIX_OK) return status;
  chemix_event seen[CLIENTS][MOST_EVENTS];
  size_t counts[CLIENTS];
  for (int seat = 0; seat < CLIENTS; ++seat) {
    counts[seat] = events_of(t, actor, action, seat, seen[seat]);
  }
  chemix_event events[MOST_EVENTS];
  const size_t count = events_of(t, actor, action, CHEMIX_SPECTATOR, events);
  tell(t, stdout, events, count, s->language, NULL);
  check(chemix_state_apply(t->game, actor, action, t->state, t->limits.state_size, &t->error),
        &t->error);
  s->steps = memory(s->steps, (s->step_count + 1) * sizeof *s->steps);
  s->steps[s->step_count++] = (chemix_step){actor, action};
  for (int seat = 0; seat < CLIENTS; ++seat) {
    if (counts[seat] == 0) continue;
    begin(m, 'E');
    for (size_t i = 0; i < counts[seat]; ++i) put_event(m, &seen[seat][i]);
    observe(t, seat);
    put_number(m, view_digest(t), 8);
    deliver(s->sockets[seat], m);
  }
  return CHEMIX_OK;
}

/* Asks a seat for an action. Prints a spectator's prompt, since that of the seat reveals its hand.
 */
static void ask(server* s, int32_t seat) {
  observe(&s->table, CHEMIX_SPECTATOR);
  printf("-> %s\n", prompt(&s->table, s->language, NULL));
  deliver(s->sockets[seat], begin(&s->message, 'A'));
}

/* Receives actions from a client until one is legal. */
static void hear(server* s, int32_t seat) {
  table* const t = &s->table;
  message* const m = &s->message;
  for (int refusals = 0; refusals <= MOST_REFUSALS; ++refusals) {
    (void)receive(s->sockets[seat], m, MOST_FROM_CLIENT, "D");
    const int32_t action = take_signed(m);
    take_end(m);
    const chemix_status status = take(s, seat, action);
    if (status == CHEMIX_OK) return;
    const chemix_error why = t->error;
    if (status != CHEMIX_REFUSED) {
      (void)snprintf(t->words, TEXT, "%s", why.message);
    } else {
      check(chemix_error_words(t->game, &why, s->language, NULL, t->words, TEXT, &t->count,
                               &t->error),
            &t->error);
    }
    printf("   refused\n"); /* the rule would also reveal something about the hand */
    put_text(begin(m, 'R'), why.rule);
    put_text(m, t->words);
    deliver(s->sockets[seat], m);
  }
  give_up("server", "a client sends no legal action");
}

static void play(server* s) {
  table* const t = &s->table;
  int32_t next = 0;
  for (;;) {
    uint32_t acting = 0;
    bool chance = false;
    check(chemix_state_acting(t->game, t->state, t->limits.state_size, &acting, &chance, &t->error),
          &t->error);
    if (chance) {
      int32_t action = 0;
      check(chemix_state_draw(t->game, t->state, t->limits.state_size, s->dealing_seed, &action,
                              &t->error),
            &t->error);
      check(take(s, CHEMIX_CHANCE, action), &t->error);
      continue;
    }
    if (acting == 0) return;
    bool is_sealed = false;
    uint32_t seen = 0;
    observe(t, CHEMIX_SPECTATOR);
    check(chemix_observation_acting(t->game, t->seen, t->limits.observation_size, &seen, &chance,
                                    &is_sealed, &t->error),
          &t->error);
    if (is_sealed) {
      /* Ask all seats before receiving any answer: nobody learns who has decided. */
      for (int32_t seat = 0; seat < CLIENTS; ++seat) {
        if ((acting >> seat & 1U) != 0) ask(s, seat);
      }
      for (int32_t seat = 0; seat < CLIENTS; ++seat) {
        if ((acting >> seat & 1U) != 0) hear(s, seat);
      }
      continue;
    }
    /* Rotate among seats that may act, so that none always comes first. */
    while ((acting >> next & 1U) == 0) next = (next + 1) % CLIENTS;
    ask(s, next);
    hear(s, next);
    next = (next + 1) % CLIENTS;
  }
}

/* Reveals seed and record; returns whether both clients have verified them. */
static bool reveal(server* s) {
  table* const t = &s->table;
  message* const m = &s->message;
  check(chemix_state_words(t->game, t->state, t->limits.state_size, s->language, NULL, t->words,
                           TEXT, &t->count, &t->error),
        &t->error);
  printf("%s\nThe server reveals its seed, its salt and a record of %zu steps.\n", t->words,
         s->step_count);
  size_t size = 0;
  (void)chemix_record_write(t->game, 0, s->steps, s->step_count, NULL, 0, &size, NULL);
  char* const record = memory(NULL, size + 1);
  check(
      chemix_record_write(t->game, 0, s->steps, s->step_count, record, size + 1, &size, &t->error),
      &t->error);
  bool are_verified = true;
  for (int seat = 0; seat < CLIENTS; ++seat) {
    /* One after another, so that their output does not mix. */
    (void)fflush(stdout);
    put_bytes(begin(m, 'O'), s->seed, sizeof s->seed);
    put_bytes(m, s->salt, sizeof s->salt);
    put_sized(m, record, size);
    deliver(s->sockets[seat], m);
    (void)receive(s->sockets[seat], m, MOST_FROM_CLIENT, "K");
    are_verified = take_number(m, 1) == 1 && are_verified;
    take_end(m);
    (void)close(s->sockets[seat]);
    int status = 0;
    if (waitpid(s->processes[seat], &status, 0) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != EXIT_SUCCESS) {
      are_verified = false;
    }
  }
  free(record);
  return are_verified;
}

int main(int argc, char** argv) {
  if (argc < 2) {
    (void)fprintf(stderr, "server GAME [LANGUAGE [NUMBER]]\n");
    return 2;
  }
  static server s;
  s.name = argv[1];
  s.language = argc > 2 ? argv[2] : "en";
  const char* const number = argc > 3 ? argv[3] : NULL;
  /* Let write return an error if a client is gone. */
  (void)signal(SIGPIPE, SIG_IGN);
  chemix_error error = CHEMIX_ERROR_INIT;
  chemix_game* game = NULL;
  check(chemix_game_create(s.name, CLIENTS, "", NULL, &game, &error), &error);
  open_table(&s.table, game, 0);
  /* Start the clients before drawing secrets, so that they inherit none. */
  start_clients(&s, number);
  agree_on_a_deal(&s, number);
  play(&s);
  const bool are_verified = reveal(&s);
  printf("\n%s\n", are_verified ? "Both clients have verified." : "It was not verified.");
  free(s.steps);
  close_table(&s.table);
  return are_verified ? EXIT_SUCCESS : EXIT_FAILURE;
}
