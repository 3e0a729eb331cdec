/* SPDX-License-Identifier: Apache-2.0 */
/* A server for any game of two players, with two clients in processes of their own:
 *
 *   server GAME [LANGUAGE [NUMBER]]
 *
 * Only the server has the session. A client has a chemix_client: what its seat sees, updated by the
 * server's messages. It sends action ids, which the server applies or refuses by the rules. Before
 * the game the server commits to a seed, to which the clients contribute. After the game the server
 * reveals seed and record. Each client then verifies the deal, and that the record matches its own
 * actions and the events that it received.
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
 *   server: G seat (1), commitment
 *           B the contributions of the clients, by seat
 *           V what the seat sees before the deal, from chemix_session_save_seen
 *           E one step, from chemix_session_message
 *           A asks for an action;  R words of a refusal, and asks again
 *           O seed, salt and record, when the game is over
 *   client: C its contribution to the seed;  D the id of an action (4);  K whether it verified (1)
 */
#include "table.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
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
  PATIENCE_SECONDS = 60
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

/* Reads bytes preceded by their size, at most `most`. */
static const uint8_t* take_sized(message* m, size_t most, size_t* out_size) {
  *out_size = (size_t)take_number(m, 4);
  if (*out_size > most) give_up("message", "has a field that is too long");
  return take_bytes(m, *out_size);
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

static void transfer(int socket, uint8_t* bytes, size_t size, int is_sent) {
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
  transfer(socket, head, sizeof head, 1);
  transfer(socket, m->bytes, m->size, 1);
}

/* Receives a message of one of these types, and returns its letter. The size is validated before
 * anything is read into memory. */
static char receive(int socket, message* m, size_t most, const char* letters) {
  uint8_t head[4];
  transfer(socket, head, sizeof head, 0);
  m->size = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
  if (m->size < 1 || m->size > most) give_up("message", "has an invalid size");
  m->at = 0;
  transfer(socket, m->bytes, m->size, 0);
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

static void put_contributions(message* m, const chemix_deal* deal) {
  for (int seat = 0; seat < CLIENTS; ++seat) {
    put_sized(m, deal->contributions[seat].bytes, deal->contributions[seat].byte_count);
  }
}

static void take_contribution(message* m, chemix_contribution* out) {
  size_t size = 0;
  const uint8_t* const bytes = take_sized(m, CHEMIX_SECRET_SIZE, &size);
  memcpy(out->bytes, bytes, size);
  out->byte_count = (uint32_t)size;
}

/* Functions that write a document; `object` is a session, a record or a client. */
typedef chemix_count (*writer)(const void* object, int32_t viewer, int32_t seen, char* out,
                               size_t capacity, chemix_error* out_error);
static chemix_count write_seen(const void* object, int32_t viewer, int32_t seen, char* out,
                               size_t capacity, chemix_error* out_error) {
  (void)seen;
  return chemix_session_save_seen(object, viewer, out, capacity, out_error);
}
static chemix_count write_step(const void* object, int32_t viewer, int32_t seen, char* out,
                               size_t capacity, chemix_error* out_error) {
  return chemix_session_message(object, viewer, seen, out, capacity, out_error);
}
static chemix_count write_record(const void* object, int32_t viewer, int32_t seen, char* out,
                                 size_t capacity, chemix_error* out_error) {
  (void)viewer;
  (void)seen;
  return chemix_record_save(object, out, capacity, out_error);
}
static chemix_count write_record_seen(const void* object, int32_t viewer, int32_t seen, char* out,
                                      size_t capacity, chemix_error* out_error) {
  (void)seen;
  return chemix_record_save_seen(object, viewer, out, capacity, out_error);
}
static chemix_count write_client(const void* object, int32_t viewer, int32_t seen, char* out,
                                 size_t capacity, chemix_error* out_error) {
  (void)viewer;
  (void)seen;
  return chemix_client_save(object, out, capacity, out_error);
}

/* Returns a document, to be freed. */
static char* document(table* t, writer write, const void* object, int32_t viewer, int32_t seen,
                      size_t* out_size) {
  *out_size = (size_t)ok(t, write(object, viewer, seen, NULL, 0, &t->error));
  char* const text = memory(NULL, *out_size + 1);
  ok(t, write(object, viewer, seen, text, *out_size + 1, &t->error));
  return text;
}

/* ---- The client ---- */

typedef struct client {
  /* Without a session. */
  table table;
  chemix_client* view;
  int socket;
  int32_t seat;
  chemix_deal deal;
  chemix_contribution own;
  /* All actions of this client. */
  int32_t* actions;
  size_t action_count;
  int tries_the_door;
  /* The output for people, kept until the end so that it does not mix with that of others. */
  FILE* diary;
  message message;
} client;

/* Updates the view by a step, and tells what happened. */
static void follow(client* c) {
  table* const t = &c->table;
  message* const m = &c->message;
  size_t size = 0;
  const char* const step = (const char*)take_sized(m, MOST_FROM_SERVER, &size);
  take_end(m);
  ok(t, chemix_client_receive(c->view, step, size, &t->error));
  const int32_t last = ok(t, chemix_client_seen_count(c->view, &t->error)) - 1;
  const int32_t count =
      ok(t, chemix_client_events(c->view, last, t->events, t->limits.max_step_events, &t->error));
  if (ok(t, chemix_words_events(t->words, t->events, count, TEXT)) > 0) {
    (void)fprintf(c->diary, "%s\n", t->text);
  }
}

/* Returns an illegal action, or CHEMIX_NONE if there is none. */
static int32_t find_refused(const client* c) {
  const chemix_observation* const view = chemix_client_observation(c->view);
  for (int32_t action = 0; action < c->table.limits.action_count; ++action) {
    if (chemix_observation_check(view, action, NULL) == CHEMIX_REFUSED) return action;
  }
  return CHEMIX_NONE;
}

/* Chooses an action from the observation, and sends it. */
static void decide(client* c) {
  table* const t = &c->table;
  const chemix_observation* const view = chemix_client_observation(c->view);
  const int32_t count = ok(t, chemix_observation_legal_actions(
                                  view, t->actions, t->limits.max_legal_actions, &t->error));
  if (count == 0) give_up("client", "was asked without having a legal action");
  int32_t action = t->actions[(7 * c->action_count + (size_t)c->seat) % (size_t)count];
  ok(t, chemix_words_prompt(t->words, view, TEXT));
  (void)fprintf(c->diary, "-> %s\n", t->text);
  const int32_t refused = c->tries_the_door ? find_refused(c) : CHEMIX_NONE;
  c->tries_the_door = 0;
  if (refused != CHEMIX_NONE) {
    action = refused;
  } else {
    c->actions = memory(c->actions, (c->action_count + 1) * sizeof action);
    c->actions[c->action_count++] = action;
  }
  ok(t, chemix_words_action(t->words, c->seat, action, TEXT));
  (void)fprintf(c->diary, "<- %s\n", t->text);
  put_number(begin(&c->message, 'D'), (uint32_t)action, 4);
  deliver(c->socket, &c->message);
}

static void hear_refusal(client* c) {
  size_t size = 0;
  const uint8_t* const words = take_sized(&c->message, c->table.limits.max_text_size, &size);
  take_end(&c->message);
  (void)fprintf(c->diary, "   %.*s\n", (int)size, (const char*)words);
}

/* Whether the record matches this client's actions and received events. */
static int is_as_told(client* c, const char* text, size_t size) {
  table* const t = &c->table;
  chemix_record* record = NULL;
  ok(t, chemix_record_load(text, size, &record, &t->error));
  const int32_t count = ok(t, chemix_record_steps(record, NULL, 0, &t->error));
  chemix_step* const steps = memory(NULL, ((size_t)count + 1) * sizeof *steps);
  ok(t, chemix_record_steps(record, steps, (size_t)count, &t->error));
  int is_told = 1;
  size_t done = 0;
  for (int32_t i = 0; i < count; ++i) {
    if (steps[i].actor != c->seat) continue;
    is_told = is_told && done < c->action_count && c->actions[done] == steps[i].action;
    ++done;
  }
  size_t sizes[2];
  char* const told = document(t, write_client, c->view, 0, 0, &sizes[0]);
  char* const recorded = document(t, write_record_seen, record, c->seat, 0, &sizes[1]);
  is_told = is_told && done == c->action_count && sizes[0] == sizes[1] &&
            memcmp(told, recorded, sizes[0]) == 0;
  free(recorded);
  free(told);
  free(steps);
  chemix_record_destroy(&record);
  return is_told;
}

/* Verifies the revealed seed and record against the commitment published before the deal. */
static int verify(client* c) {
  table* const t = &c->table;
  message* const m = &c->message;
  memcpy(c->deal.seed, take_bytes(m, sizeof c->deal.seed), sizeof c->deal.seed);
  memcpy(c->deal.salt, take_bytes(m, sizeof c->deal.salt), sizeof c->deal.salt);
  size_t size = 0;
  const char* const record = (const char*)take_sized(m, MOST_FROM_SERVER, &size);
  take_end(m);
  uint64_t digest = 0;
  if (chemix_deal_verify(&c->deal, record, size, &digest, &t->error) != CHEMIX_OK) {
    (void)fprintf(c->diary, "not verified: %s\n", t->error.message);
    return 0;
  }
  if (!is_as_told(c, record, size)) {
    (void)fprintf(c->diary,
                  "not verified: the record differs from the actions and events of this client\n");
    return 0;
  }
  ok(t, chemix_words_scores(t->words, chemix_client_observation(c->view), TEXT));
  (void)fprintf(
      c->diary, "%s\nverified: the deal, %zu own actions, %d steps; digest %016" PRIx64 "\n",
      t->text, c->action_count, (int)ok(t, chemix_client_seen_count(c->view, &t->error)), digest);
  return 1;
}

/* Exchanges everything before the deal: the commitment, both contributions, and the first view. */
static void sit_down(client* c, const char* language, const char* number) {
  table* const t = &c->table;
  message* const m = &c->message;
  size_t size = 0;
  (void)receive(c->socket, m, MOST_FROM_SERVER, "G");
  c->seat = (int32_t)take_number(m, 1);
  const uint8_t* const commitment = take_sized(m, sizeof c->deal.commitment - 1, &size);
  memcpy(c->deal.commitment, commitment, size);
  take_end(m);
  if (c->seat >= CLIENTS) give_up("client", "has no seat");
  c->tries_the_door = c->seat == 1;

  draw_secret(c->own.bytes, CHEMIX_SECRET_SIZE, number, 2U + (unsigned)c->seat);
  c->own.byte_count = CHEMIX_SECRET_SIZE;
  put_sized(begin(m, 'C'), c->own.bytes, c->own.byte_count);
  deliver(c->socket, m);
  (void)receive(c->socket, m, MOST_FROM_SERVER, "B");
  for (int seat = 0; seat < CLIENTS; ++seat) take_contribution(m, &c->deal.contributions[seat]);
  take_end(m);
  if (memcmp(&c->deal.contributions[c->seat], &c->own, sizeof c->own) != 0) {
    give_up("client", "its contribution to the seed was changed");
  }

  (void)receive(c->socket, m, MOST_FROM_SERVER, "V");
  const char* const seen = (const char*)take_sized(m, MOST_FROM_SERVER, &size);
  take_end(m);
  ok(t, chemix_client_load(seen, size, &c->view, &t->error));
  open_table(t, chemix_client_game(c->view), language);
}

/* Runs a client; returns its exit status. */
static int run_client(int socket, const char* language, const char* number) {
  static client c;
  c.socket = socket;
  c.deal = (chemix_deal)CHEMIX_DEAL_INIT;
  char* told = NULL;
  size_t told_size = 0;
  c.diary = open_memstream(&told, &told_size);
  if (c.diary == NULL) give_up("client", "out of memory");
  sit_down(&c, language, number);
  char letter = '\0';
  while ((letter = receive(socket, &c.message, MOST_FROM_SERVER, "EARO")) != 'O') {
    if (letter == 'E') {
      follow(&c);
      continue;
    }
    if (letter == 'R') hear_refusal(&c);
    decide(&c);
  }
  const int is_verified = verify(&c);
  (void)fclose(c.diary);
  printf("\n== What the client in seat %d saw\n%s", (int)c.seat, told);
  (void)fflush(stdout);
  put_number(begin(&c.message, 'K'), (uint64_t)is_verified, 1);
  deliver(socket, &c.message);
  free(told);
  free(c.actions);
  chemix_client_destroy(&c.view);
  close_table(&c.table);
  return is_verified ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- The server ---- */

typedef struct server {
  table table;
  int sockets[CLIENTS];
  pid_t processes[CLIENTS];
  const char* language;
  chemix_deal deal;
  /* By seat, the number of steps already sent; and the number told to spectators. */
  int32_t sent[CLIENTS];
  int32_t told;
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
static void agree_on_a_deal(server* s, const chemix_game* game, const char* number) {
  table* const t = &s->table;
  message* const m = &s->message;
  uint8_t bytes[CHEMIX_SECRET_SIZE];
  chemix_seed seed;
  draw_secret(s->deal.seed, sizeof s->deal.seed, number, 0);
  draw_secret(s->deal.salt, sizeof s->deal.salt, number, 1);
  ok(t, chemix_deal_commit(&s->deal, game, 0, &t->error));
  printf("The server commits to %s.\n", s->deal.commitment);
  for (int seat = 0; seat < CLIENTS; ++seat) {
    put_number(begin(m, 'G'), (uint64_t)seat, 1);
    put_sized(m, s->deal.commitment, strlen(s->deal.commitment));
    deliver(s->sockets[seat], m);
  }
  for (int seat = 0; seat < CLIENTS; ++seat) {
    (void)receive(s->sockets[seat], m, MOST_FROM_CLIENT, "C");
    take_contribution(m, &s->deal.contributions[seat]);
    take_end(m);
    printf("Seat %d adds %u bytes.\n", seat, (unsigned)s->deal.contributions[seat].byte_count);
  }
  put_contributions(begin(m, 'B'), &s->deal);
  for (int seat = 0; seat < CLIENTS; ++seat) deliver(s->sockets[seat], m);
  ok(t, chemix_deal_seed(&s->deal, bytes, &t->error));
  ok(t, chemix_seed_init_bytes(&seed, bytes, sizeof bytes, &t->error));
  ok(t, chemix_session_create(game, 0, &seed, &t->session, &t->error));
  for (int32_t seat = 0; seat < CLIENTS; ++seat) {
    size_t size = 0;
    char* const seen = document(t, write_seen, t->session, seat, 0, &size);
    put_sized(begin(m, 'V'), seen, size);
    deliver(s->sockets[seat], m);
    free(seen);
  }
}

/* Sends each client the steps that its seat has noticed, and tells spectators theirs. A seat that
 * notices nothing gets no message: an empty one would reveal that somebody has decided. */
static void send_news(server* s) {
  table* const t = &s->table;
  print_news(t, CHEMIX_SPECTATOR, &s->told);
  for (int32_t seat = 0; seat < CLIENTS; ++seat) {
    const int32_t last = ok(t, chemix_session_seen_count(t->session, seat, &t->error));
    for (; s->sent[seat] < last; ++s->sent[seat]) {
      size_t size = 0;
      char* const step = document(t, write_step, t->session, seat, s->sent[seat], &size);
      put_sized(begin(&s->message, 'E'), step, size);
      deliver(s->sockets[seat], &s->message);
      free(step);
    }
  }
}

/* Asks a seat for an action. Prints a spectator's prompt, since that of the seat reveals its hand.
 */
static void ask(server* s, int32_t seat) {
  table* const t = &s->table;
  SAY((printf("-> "),
       chemix_words_prompt(t->words, chemix_session_observation(t->session, CHEMIX_SPECTATOR),
                           TEXT)));
  deliver(s->sockets[seat], begin(&s->message, 'A'));
}

/* Receives actions from a client until one is legal. */
static void hear(server* s, int32_t seat) {
  table* const t = &s->table;
  message* const m = &s->message;
  for (int refusals = 0; refusals <= MOST_REFUSALS; ++refusals) {
    (void)receive(s->sockets[seat], m, MOST_FROM_CLIENT, "D");
    const uint32_t id = (uint32_t)take_number(m, 4);
    take_end(m);
    const int32_t action = id <= INT32_MAX ? (int32_t)id : CHEMIX_NONE;
    const chemix_status status = chemix_session_act(t->session, seat, action, &t->error);
    if (status == CHEMIX_OK) return;
    const char* words = t->error.message;
    if (status == CHEMIX_REFUSED) {
      ok(t, chemix_words_refusal(t->words, &t->error, chemix_session_observation(t->session, seat),
                                 TEXT));
      words = t->text;
    }
    printf("   refused\n"); /* the reason would reveal something about the hand */
    put_sized(begin(m, 'R'), words, strlen(words));
    deliver(s->sockets[seat], m);
  }
  give_up("server", "a client sends no legal action");
}

static void play(server* s) {
  table* const t = &s->table;
  for (;;) {
    int32_t next = CHEMIX_NOBODY;
    chemix_acting acting;
    ok(t, chemix_session_advance(t->session, 0, NULL, &next, &t->error));
    send_news(s);
    if (next == CHEMIX_NOBODY) return;
    ok(t, chemix_state_acting(chemix_session_state(t->session), &acting, &t->error));
    /* In a sealed decision, ask all seats before receiving any answer: nobody learns who has
     * decided. */
    if (acting.asked != CHEMIX_ASKED_SEALED) acting.seats = 1U << next;
    for (int32_t seat = 0; seat < CLIENTS; ++seat) {
      if ((acting.seats >> seat & 1U) != 0) ask(s, seat);
    }
    for (int32_t seat = 0; seat < CLIENTS; ++seat) {
      if ((acting.seats >> seat & 1U) != 0) hear(s, seat);
    }
  }
}

/* Reveals seed and record; returns whether both clients have verified them. */
static int reveal(server* s) {
  table* const t = &s->table;
  message* const m = &s->message;
  chemix_record* record = NULL;
  size_t size = 0;
  SAY(chemix_words_scores(t->words, chemix_session_observation(t->session, CHEMIX_SPECTATOR),
                          TEXT));
  ok(t, chemix_session_record(t->session, &record, &t->error));
  char* const text = document(t, write_record, record, 0, 0, &size);
  printf("The server reveals its seed, its salt and a record of %d steps.\n",
         (int)ok(t, chemix_record_steps(record, NULL, 0, &t->error)));
  int are_verified = 1;
  for (int seat = 0; seat < CLIENTS; ++seat) {
    /* One after another, so that their output does not mix. */
    (void)fflush(stdout);
    put_bytes(begin(m, 'O'), s->deal.seed, sizeof s->deal.seed);
    put_bytes(m, s->deal.salt, sizeof s->deal.salt);
    put_sized(m, text, size);
    deliver(s->sockets[seat], m);
    (void)receive(s->sockets[seat], m, MOST_FROM_CLIENT, "K");
    are_verified = take_number(m, 1) == 1 && are_verified;
    take_end(m);
    (void)close(s->sockets[seat]);
    int status = 0;
    if (waitpid(s->processes[seat], &status, 0) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != EXIT_SUCCESS) {
      are_verified = 0;
    }
  }
  free(text);
  chemix_record_destroy(&record);
  return are_verified;
}

int main(int argc, char** argv) {
  if (argc < 2) {
    (void)fprintf(stderr, "server GAME [LANGUAGE [NUMBER]]\n");
    return 2;
  }
  static server s;
  table* const t = &s.table;
  s.language = argc > 2 ? argv[2] : "en";
  s.deal = (chemix_deal)CHEMIX_DEAL_INIT;
  const char* const number = argc > 3 ? argv[3] : NULL;
  /* Let write return an error if a client is gone. */
  (void)signal(SIGPIPE, SIG_IGN);
  chemix_game* game = NULL;
  ok(t, chemix_game_create(argv[1], CLIENTS, NULL, NULL, &game, &t->error));
  /* Start the clients before drawing secrets, so that they inherit none. */
  start_clients(&s, number);
  agree_on_a_deal(&s, game, number);
  open_table(t, game, s.language);
  chemix_game_destroy(&game);
  play(&s);
  const int are_verified = reveal(&s);
  printf("\n%s\n", are_verified ? "Both clients have verified." : "It was not verified.");
  close_table(t);
  return are_verified ? EXIT_SUCCESS : EXIT_FAILURE;
}
