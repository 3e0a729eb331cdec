/* SPDX-License-Identifier: Apache-2.0 */
/* Plays any game with several people who share one screen:
 *
 *   hot_seat GAME [PLAYERS [LANGUAGE [SEED]]]
 *   hot_seat --resume FILE [LANGUAGE]
 *
 * Nothing here is specific to a game. Players see only what they may see: the table, the events
 * since their last turn, the prompt and the legal actions. They enter the number or text of an
 * action, or `undo`, `save FILE`, `help` or `quit`. Players of a sealed decision are asked one
 * after another. Returns 0 when the game is over or was left, 2 for wrong arguments, 3 if the input
 * ends early. */
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include "table.h"

#include <time.h>

enum { LINE = 4096, MOST_SEATS = 6, WRONG_ARGUMENTS = 2, INPUT_ENDED = 3 };

static const char first_line[] = "chemix hot seat 1\n";

/* The texts of this program; all other texts come from the library. */
typedef struct sentences {
  const char* language;
  const char* player;
  const char* hide;
  const char* pass_to;
  const char* since;
  const char* scores;
  const char* choose;
  const char* help;
  const char* no_number;
  const char* undone;
  const char* not_undone;
  const char* saved;
  const char* not_saved;
  const char* input_ended;
} sentences;

static const sentences all_sentences[] = {
    {"en", "Player %d", "Press Enter to hide this.", "Pass to %s, then press Enter.",
     "What happened:", "Points:", "Your choice:",
     "Enter the number of an action, its text, undo, save FILE, help or quit",
     "Enter a number from 1 to %zu.", "Undone.",
     "This cannot be undone: somebody may have learned something.", "Saved to %s.",
     "%s cannot be written.", "The input ended before the game was over."},
    {"de", "Person %d", "Zum Verdecken Enter drücken.", "An %s weitergeben, dann Enter drücken.",
     "Was geschehen ist:", "Punkte:", "Deine Wahl:",
     "Gib die Nummer einer Aktion oder ihre Notation ein; oder: undo (zurücknehmen), "
     "save DATEI (speichern), help (Hilfe), quit (aufhören)",
     "Gib eine Nummer von 1 bis %zu ein.", "Zurückgenommen.",
     "Das lässt sich nicht zurücknehmen: Jemand könnte etwas erfahren haben.", "Gespeichert in %s.",
     "%s lässt sich nicht schreiben.", "Die Eingabe endet, bevor die Partie zu Ende ist."},
    {"fr", "Joueur %d", "Appuie sur Entrée pour cacher ceci.",
     "Passe l’appareil à %s, puis appuie sur Entrée.",
     "Ce qui s’est passé :", "Points :", "Ton choix :",
     "Entre le numéro d’une action ou sa notation ; undo (annuler), save FICHIER, help, quit",
     "Entre un numéro de 1 à %zu.", "Annulé.",
     "Impossible d’annuler : quelqu’un a pu apprendre quelque chose.", "Enregistré dans %s.",
     "Impossible d’écrire dans %s.", "L’entrée s’arrête avant la fin de la partie."},
};

/* The table with the history of the game. */
typedef struct play {
  table table;
  chemix_step* steps;
  /* The states before each step, for undoing it and for its events. */
  unsigned char* states;
  size_t count;
  size_t capacity;
  int32_t start_player;
  /* By seat, the number of steps already shown to the player. */
  size_t told[MOST_SEATS];
  /* The seat that acted last, and the seat that sees the screen, or -1. */
  int32_t last;
  int32_t looking;
  char seed[80];
  const char* language;
  const sentences* say;
  char names[256];
  char line[LINE];
} play;

/* The result of a prompt: something else, done, or the player left the game. */
enum { OTHER, DONE, LEFT };

static const unsigned char* state_before(const play* p, size_t step) {
  return p->states + step * p->table.limits.state_size;
}

/* ---- Words ---- */

static void set_language(play* p, const char* language) {
  p->language = language;
  p->say = &all_sentences[0];
  for (size_t i = 1; i < sizeof all_sentences / sizeof *all_sentences; ++i) {
    if (strcmp(all_sentences[i].language, language) == 0) p->say = &all_sentences[i];
  }
}

static void say(const char* sentence) { printf("%s\n", sentence); }

/* Prints a sentence with `what` in place of its %s, %d or %zu. Formats by hand, since compilers
 * cannot check a format chosen at run time. */
static void say_of(const char* sentence, const char* what) {
  const size_t before = strcspn(sentence, "%");
  const char* rest = sentence + before;
  rest += *rest == '\0' ? 0 : strcspn(rest, "sdu") + 1;
  printf("%.*s%s%s\n", (int)before, sentence, what, rest);
}

static void say_number(const char* sentence, size_t number) {
  char digits[32];
  (void)snprintf(digits, sizeof digits, "%zu", number);
  say_of(sentence, digits);
}

/* Writes the names of all seats, each ended by a line break, as the library expects them. */
static void name_seats(play* p) {
  size_t size = 0;
  for (int32_t seat = 0; seat < p->table.limits.players; ++seat) {
    const size_t before = strcspn(p->say->player, "%");
    size += (size_t)snprintf(p->names + size, sizeof p->names - size, "%.*s%d\n", (int)before,
                             p->say->player, (int)seat + 1);
  }
}

static const char* name_of(const play* p, int32_t seat) {
  static char name[64];
  const char* at = p->names;
  for (; seat > 0; --seat) at = strchr(at, '\n') + 1;
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\n"), at);
  return name;
}

/* ---- Steps ---- */

/* Applies and records an action, unless a rule refuses it. */
static chemix_status take(play* p, int32_t actor, int32_t action) {
  table* const t = &p->table;
  const size_t size = t->limits.state_size;
  if (p->count == p->capacity) {
    p->capacity = 2 * p->capacity + 64;
    p->steps = memory(p->steps, p->capacity * sizeof *p->steps);
    p->states = memory(p->states, p->capacity * size);
  }
  memcpy(p->states + p->count * size, t->state, size);
  const chemix_status status =
      chemix_state_apply(t->game, actor, action, t->state, size, &t->error);
  if (status == CHEMIX_REFUSED) return status;
  check(status, &t->error);
  p->steps[p->count++] = (chemix_step){actor, action};
  if (actor != CHEMIX_CHANCE) p->last = actor;
  return CHEMIX_OK;
}

/* Undoes the last step, if it is this player's and gave nobody new information. */
static void undo(play* p, int32_t player) {
  table* const t = &p->table;
  bool may = false;
  if (p->count > 0 && p->steps[p->count - 1].actor == player) {
    check(chemix_state_can_undo(t->game, state_before(p, p->count - 1), t->state,
                                t->limits.state_size, player, &may, &t->error),
          &t->error);
  }
  say(may ? p->say->undone : p->say->not_undone);
  if (!may) return;
  --p->count;
  memcpy(t->state, state_before(p, p->count), t->limits.state_size);
  for (int32_t seat = 0; seat < t->limits.players; ++seat) {
    if (p->told[seat] > p->count) p->told[seat] = p->count;
  }
}

/* Prints the events since the last call, as this player saw them. */
static void tell_news(play* p, int32_t player) {
  table* const t = &p->table;
  chemix_event events[MOST_EVENTS];
  size_t count = 0;
  if (p->told[player] < p->count) say(p->say->since);
  for (; p->told[player] < p->count; ++p->told[player]) {
    const size_t step = p->told[player];
    check(chemix_state_events(t->game, state_before(p, step), t->limits.state_size,
                              p->steps[step].actor, p->steps[step].action, player, events,
                              MOST_EVENTS, &count, &t->error),
          &t->error);
    tell(t, stdout, events, count, p->language, p->names);
  }
}

/* ---- Files: a line, the seed, and the record so far ---- */

static void save(const play* p, const char* file_name) {
  const table* const t = &p->table;
  chemix_error error = CHEMIX_ERROR_INIT;
  size_t size = 0;
  /* Query the size first. */
  (void)chemix_record_write(t->game, p->start_player, p->steps, p->count, NULL, 0, &size, NULL);
  char* const text = memory(NULL, size + 1);
  check(chemix_record_write(t->game, p->start_player, p->steps, p->count, text, size + 1, &size,
                            &error),
        &error);
  FILE* const file = fopen(file_name, "wb");
  bool is_saved = file != NULL;
  if (is_saved) {
    is_saved =
        fprintf(file, "%s%s\n", first_line, p->seed) > 0 && fwrite(text, 1, size, file) == size;
    is_saved = fclose(file) == 0 && is_saved;
  }
  free(text);
  say_of(is_saved ? p->say->saved : p->say->not_saved, file_name);
}

static char* read_file(const char* file_name) {
  FILE* const file = fopen(file_name, "rb");
  if (file == NULL) return NULL;
  char* text = NULL;
  size_t size = 0;
  size_t got = 0;
  do {
    text = memory(text, size + LINE + 1);
    got = fread(text + size, 1, LINE, file);
    size += got;
  } while (got == LINE);
  (void)fclose(file);
  text[size] = '\0';
  return text;
}

/* Resumes a saved game. Replays its steps by the rules, so that any file is safe to load. */
static void resume(play* p, const char* file_name) {
  char* const text = read_file(file_name);
  const size_t skipped = sizeof first_line - 1;
  if (text == NULL || strncmp(text, first_line, skipped) != 0) {
    (void)fprintf(stderr, "%s: is not a saved game\n", file_name);
    exit(EXIT_FAILURE);
  }
  const size_t seed_size = strcspn(text + skipped, "\n");
  (void)snprintf(p->seed, sizeof p->seed, "%.*s", (int)seed_size, text + skipped);
  const char* const written = text + skipped + seed_size + (text[skipped + seed_size] != '\0');
  chemix_error error = CHEMIX_ERROR_INIT;
  chemix_record* record = NULL;
  check(chemix_record_open(written, strlen(written), &record, &error), &error);
  chemix_game* game = NULL;
  check(chemix_record_game(record, &game, &p->start_player, &error), &error);
  open_table(&p->table, game, p->start_player);
  size_t count = 0;
  (void)chemix_record_steps(record, NULL, 0, &count, NULL);
  chemix_step* const steps = memory(NULL, (count + 1) * sizeof *steps);
  check(chemix_record_steps(record, steps, count, &count, &error), &error);
  for (size_t i = 0; i < count; ++i) {
    check(take(p, steps[i].actor, steps[i].action), &p->table.error);
    /* This player has seen everything up to here. */
    if (steps[i].actor != CHEMIX_CHANCE) p->told[steps[i].actor] = p->count;
  }
  free(steps);
  chemix_record_destroy(&record);
  free(text);
}

/* ---- The screen ---- */

/* On a terminal, clears the screen and the scrollback. */
static void clear_screen(void) {
#if defined(STDOUT_FILENO)
  if (isatty(STDOUT_FILENO)) printf("\033[2J\033[3J\033[H");
#endif
}

/* Reads a line and trims spaces; exits the program at the end of input. */
static void read_line(play* p) {
  (void)fflush(stdout);
  if (fgets(p->line, LINE, stdin) == NULL) {
    printf("\n");
    say(p->say->input_ended);
    exit(INPUT_ENDED);
  }
  size_t size = strlen(p->line);
  /* Discard the rest of a line that is too long. */
  if (size > 0 && p->line[size - 1] != '\n') {
    for (int c = getchar(); c != '\n' && c != EOF; c = getchar()) {
    }
  }
  while (size > 0 && strchr(" \t\r\n", p->line[size - 1]) != NULL) p->line[--size] = '\0';
  const size_t spaces = strspn(p->line, " \t");
  memmove(p->line, p->line + spaces, size - spaces + 1);
}

/* Runs a command, if the line is one. */
static int obey(play* p, int32_t player) {
  if (strcmp(p->line, "quit") == 0) return LEFT;
  if (strcmp(p->line, "help") == 0 || strcmp(p->line, "save") == 0) {
    say(p->say->help);
    return DONE;
  }
  if (strncmp(p->line, "save ", 5) == 0) {
    save(p, p->line + 5 + strspn(p->line + 5, " \t"));
    return DONE;
  }
  if (strcmp(p->line, "undo") == 0) {
    undo(p, player);
    return DONE;
  }
  return OTHER;
}

/* Prints a value of the observation by name. */
static void show_part(play* p, const char* name) {
  table* const t = &p->table;
  char key[16];
  (void)snprintf(key, sizeof key, "\"%s\":", name);
  const char* const at = strstr(view_json(t), key);
  if (at == NULL) return;
  (void)show(t, at + strlen(key), 1, p->language);
  printf("\n");
}

static void show_scores(play* p) {
  table* const t = &p->table;
  int32_t scores[MOST_SEATS];
  check(chemix_observation_scores(t->game, t->seen, t->limits.observation_size, scores, MOST_SEATS,
                                  &t->count, &t->error),
        &t->error);
  printf("%s", p->say->scores);
  for (size_t i = 0; i < t->count; ++i) {
    if (scores[i] == CHEMIX_UNKNOWN_SCORE) {
      printf(" ?");
    } else {
      printf(" %d", (int)scores[i]);
    }
  }
  printf("\n");
}

/* Returns the words of a legal action of the viewer. */
static const char* words_of(play* p, int32_t player, int32_t action) {
  table* const t = &p->table;
  check(chemix_action_words(t->game, player, action, p->language, p->names, t->words, TEXT,
                            &t->count, &t->error),
        &t->error);
  return t->words;
}

/* Prints a player's observation and legal actions; returns their number, with their ids in ids. */
static size_t show_turn(play* p, int32_t player) {
  table* const t = &p->table;
  printf("\n== %s\n", name_of(p, player));
  observe(t, player);
  show_part(p, "open");
  show_part(p, "own");
  show_scores(p);
  tell_news(p, player);
  size_t count = 0;
  check(chemix_observation_legal_actions(t->game, t->seen, t->limits.observation_size, t->ids,
                                         (size_t)t->limits.max_legal_actions, &count, &t->error),
        &t->error);
  printf("-> %s\n", prompt(t, p->language, p->names));
  for (size_t i = 0; i < count; ++i) {
    printf("%4zu  %s\n", i + 1, words_of(p, player, t->ids[i]));
  }
  return count;
}

/* Returns the id of the action that the line names by number, words or text; -1 for none. */
static int32_t find_action(play* p, int32_t player, size_t count) {
  table* const t = &p->table;
  if (p->line[0] != '\0' && strspn(p->line, "0123456789") == strlen(p->line)) {
    const unsigned long long number = strtoull(p->line, NULL, 10);
    if (number >= 1 && number <= count) return t->ids[number - 1];
    say_number(p->say->no_number, count);
    return -1;
  }
  for (size_t i = 0; i < count; ++i) {
    if (strcmp(words_of(p, player, t->ids[i]), p->line) == 0) return t->ids[i];
  }
  int32_t action = -1;
  if (chemix_action_parse(t->game, player, p->line, &action, &t->error) != CHEMIX_OK) {
    printf("%s\n", t->error.message);
    return -1;
  }
  return action;
}

/* Asks a player until an action is taken or undone. */
static int ask(play* p, int32_t player) {
  table* const t = &p->table;
  const size_t count = show_turn(p, player);
  for (;;) {
    printf("%s ", p->say->choose);
    read_line(p);
    const size_t steps = p->count;
    const int obeyed = obey(p, player);
    if (obeyed == LEFT || p->count != steps) return obeyed;
    if (obeyed == DONE) continue;
    const int32_t action = find_action(p, player, count);
    if (action < 0) continue;
    if (take(p, player, action) == CHEMIX_OK) return DONE;
    const chemix_error refusal = t->error;
    check(chemix_error_words(t->game, &refusal, p->language, p->names, t->words, TEXT, &t->count,
                             &t->error),
          &t->error);
    printf("%s: %s\n", refusal.rule, t->words);
  }
}

/* Hands the screen over to the next player. Returns DONE on success, OTHER if the previous player
 * undid a step instead. */
static int hand_over(play* p, int32_t next) {
  const size_t steps = p->count;
  while (p->looking >= 0) {
    say(p->say->hide);
    read_line(p);
    const int obeyed = obey(p, p->looking);
    if (obeyed == LEFT) return LEFT;
    if (p->count != steps) return OTHER;
    if (obeyed == OTHER) p->looking = -1;
  }
  clear_screen();
  for (;;) {
    say_of(p->say->pass_to, name_of(p, next));
    read_line(p);
    const int obeyed = obey(p, CHEMIX_SPECTATOR);
    if (obeyed == LEFT) return LEFT;
    if (obeyed == OTHER) break;
  }
  clear_screen();
  p->looking = next;
  return DONE;
}

/* ---- Playing ---- */

/* Resolves chance, and returns the acting players. */
static uint32_t resolve(play* p) {
  table* const t = &p->table;
  for (;;) {
    uint32_t acting = 0;
    bool chance = false;
    check(chemix_state_acting(t->game, t->state, t->limits.state_size, &acting, &chance, &t->error),
          &t->error);
    if (!chance) return acting;
    int32_t action = 0;
    check(chemix_state_draw(t->game, t->state, t->limits.state_size, p->seed, &action, &t->error),
          &t->error);
    check(take(p, CHEMIX_CHANCE, action), &t->error);
  }
}

static void run(play* p) {
  table* const t = &p->table;
  uint32_t acting = 0;
  while ((acting = resolve(p)) != 0) {
    /* Start after the seat that acted last, so that no seat always comes first. */
    int32_t next = p->last;
    do {
      next = (next + 1) % t->limits.players;
    } while ((acting >> next & 1U) == 0);
    if (next != p->looking) {
      if (p->looking >= 0) tell_news(p, p->looking);
      const int handed = hand_over(p, next);
      if (handed == LEFT) return;
      if (handed == OTHER) continue;
    }
    if (ask(p, next) == LEFT) return;
  }
  if (p->looking >= 0) tell_news(p, p->looking);
  check(chemix_state_words(t->game, t->state, t->limits.state_size, p->language, p->names, t->words,
                           TEXT, &t->count, &t->error),
        &t->error);
  printf("\n== %s\n", t->words);
}

int main(int argc, char** argv) {
  static play p;
  p.last = -1;
  p.looking = -1;
  if (argc > 2 && strcmp(argv[1], "--resume") == 0) {
    set_language(&p, argc > 3 ? argv[3] : "en");
    resume(&p, argv[2]);
  } else if (argc > 1 && argv[1][0] != '-') {
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    /* The time is hard enough to guess for people who share a screen. */
    (void)snprintf(p.seed, sizeof p.seed, "%lld%09ld", (long long)now.tv_sec, now.tv_nsec);
    if (argc > 4) (void)snprintf(p.seed, sizeof p.seed, "%s", argv[4]);
    set_language(&p, argc > 3 ? argv[3] : "en");
    chemix_error error = CHEMIX_ERROR_INIT;
    chemix_game* game = NULL;
    check(chemix_game_create(argv[1], argc > 2 ? atoi(argv[2]) : 2, "", NULL, &game, &error),
          &error);
    open_table(&p.table, game, p.start_player);
  } else {
    (void)fprintf(stderr,
                  "hot_seat GAME [PLAYERS [LANGUAGE [SEED]]]\n"
                  "hot_seat --resume FILE [LANGUAGE]\n");
    return WRONG_ARGUMENTS;
  }
  name_seats(&p);
  run(&p);
  free(p.states);
  free(p.steps);
  close_table(&p.table);
  return EXIT_SUCCESS;
}
