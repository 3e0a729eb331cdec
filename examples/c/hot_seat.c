/* SPDX-License-Identifier: Apache-2.0 */
/* Plays any game with several people who share one screen, and with policies:
 *
 *   hot_seat GAME [PLAYERS [LANGUAGE [SEED]]]
 *   hot_seat --resume FILE [LANGUAGE]
 *
 * Nothing here is specific to a game. Players see only what they may see: the table, the events
 * since their last turn, the prompt and the legal actions. They enter the number or text of an
 * action, or a command. Players of a sealed decision are asked one after another. Returns 0 when
 * the game is over or was left, 2 for wrong arguments, 3 if the input ends early. */
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include "table.h"

#include <string.h>
#include <time.h>

enum { WRONG_ARGUMENTS = 2, INPUT_ENDED = 3 };

/* The texts of this program; all other texts come from the library. */
typedef struct sentences {
  const char *language, *hide, *pass_to, *since, *choose, *help, *no_number, *saved, *not_saved,
      *input_ended;
} sentences;
static const sentences all_sentences[] = {
    {"en", "Press Enter to hide this.", "Pass to %s, then press Enter.",
     "What happened:", "Your choice:",
     "Enter the number of an action, its text, undo, hint, save FILE or quit. "
     "After auto, the computer plays for you; after back, people play for all seats.",
     "Enter a number from the list.", "Saved.", "The file cannot be written.",
     "The input ended before the game was over."},
    {"de", "Zum Verdecken Enter drücken.", "An %s weitergeben, dann Enter drücken.",
     "Was geschehen ist:", "Deine Wahl:",
     "Gib die Nummer einer Aktion oder ihre Notation ein; oder undo (zurücknehmen), hint (Tipp), "
     "save DATEI (speichern), quit (aufhören). Nach auto spielt der Computer für dich; nach back "
     "spielen an allen Plätzen Menschen.",
     "Gib eine Nummer aus der Liste ein.", "Gespeichert.", "Die Datei lässt sich nicht schreiben.",
     "Die Eingabe endet, bevor die Partie zu Ende ist."},
    {"fr", "Appuie sur Entrée pour cacher ceci.", "Passe l’appareil à %s, puis appuie sur Entrée.",
     "Ce qui s’est passé :", "Ton choix :",
     "Entre le numéro d’une action ou sa notation ; ou undo (annuler), hint (conseil), save "
     "FICHIER (enregistrer), quit (quitter). Après auto, l’ordinateur joue pour toi ; après back, "
     "tout le monde joue de nouveau.",
     "Entre un numéro de la liste.", "Enregistré.", "Impossible d’écrire le fichier.",
     "L’entrée s’arrête avant la fin de la partie."},
};

static table game_table;
static table* const t = &game_table;
static chemix_policy* policy;
static const sentences* say = &all_sentences[0];
static char line[4096];
/* By seat, the number of steps already told; and the seat that sees the screen. */
static int32_t told[CHEMIX_MAX_SEATS], looking = CHEMIX_NOBODY;

/* ---- The screen ---- */

static void tell_news(int32_t seat) {
  if (told[seat] < ok(t, chemix_session_seen_count(t->session, seat, &t->error))) puts(say->since);
  print_news(t, seat, &told[seat]);
}

/* On a terminal, clears the screen and the scrollback. */
static void clear_screen(void) {
#if defined(STDOUT_FILENO)
  if (isatty(STDOUT_FILENO)) printf("\033[2J\033[3J\033[H");
#endif
}

/* Prints a prompt and reads a line. */
static void read_line(const char* prompt) {
  printf("%s ", prompt);
  (void)fflush(stdout);
  if (fgets(line, sizeof line, stdin) == NULL) {
    printf("\n%s\n", say->input_ended);
    exit(INPUT_ENDED);
  }
  /* Discard the rest of a line that is too long. */
  if (strchr(line, '\n') == NULL) {
    for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
  }
  line[strcspn(line, "\r\n")] = '\0';
}

/* ---- Commands ---- */

static void save(const char* file_name) {
  const size_t size = (size_t)ok(t, chemix_session_save(t->session, NULL, 0, &t->error)) + 1;
  char* const document = memory(NULL, size);
  ok(t, chemix_session_save(t->session, document, size, &t->error));
  FILE* const file = fopen(file_name, "wb");
  const int is_saved = file != NULL && fwrite(document, 1, size - 1, file) == size - 1;
  puts(file != NULL && fclose(file) == 0 && is_saved ? say->saved : say->not_saved);
  free(document);
}

static void load(const char* file_name) {
  FILE* const file = fopen(file_name, "rb");
  char* document = memory(NULL, sizeof line);
  size_t size = 0;
  for (size_t got = 0; file != NULL && (got = fread(document + size, 1, sizeof line, file)) > 0;) {
    size += got;
    document = memory(document, size + sizeof line);
  }
  if (file == NULL || fclose(file) != 0) perror(file_name);
  ok(t, chemix_session_load(document, size, &t->session, &t->error));
  free(document);
}

/* Applies an action, or prints why it is refused. Returns 1 if it was applied. */
static int act(int32_t seat, int32_t action) {
  const chemix_observation* const view = chemix_session_observation(t->session, seat);
  const chemix_status status = chemix_session_act(t->session, seat, action, &t->error);
  if (status != CHEMIX_REFUSED) return ok(t, status) == CHEMIX_OK;
  printf("%s: ", t->error.rule);
  SAY(chemix_words_refusal(t->words, &t->error, view, TEXT));
  return 0;
}

/* Runs the command in the line or, with `count` legal actions, the action. Returns 1 if the game
 * has changed, 0 if not, and -1 for something else. */
static int obey(int32_t seat, int32_t count) {
  char* end = NULL;
  const long number = strtol(line, &end, 10);
  int32_t action = CHEMIX_NONE;
  if (strcmp(line, "quit") == 0) exit(EXIT_SUCCESS);
  if (strncmp(line, "save ", 5) == 0) {
    save(line + 5);
  } else if (strcmp(line, "undo") == 0) {
    chemix_undo undo = CHEMIX_UNDO_NOTHING;
    ok(t, chemix_session_undo(t->session, seat, &undo, &t->error));
    SAY(chemix_words_undo(t->words, undo, TEXT));
    return undo == CHEMIX_UNDO_ALLOWED;
  } else if (count > 0 && strcmp(line, "hint") == 0) {
    chemix_hint hint = CHEMIX_HINT_INIT;
    ok(t, chemix_session_hint(t->session, seat, policy, NULL, &hint, &t->error));
    SAY(chemix_words_hint(t->words, &hint, TEXT));
  } else if (strcmp(line, "auto") == 0) {
    ok(t, chemix_session_set_policy(t->session, seat, policy, &t->error));
    return 1;
  } else if (strcmp(line, "back") == 0) {
    for (int32_t other = 0; other < t->limits.players; ++other)
      ok(t, chemix_session_set_policy(t->session, other, NULL, &t->error));
  } else if (count == 0) {
    return -1;
  } else if (line[0] == '\0' || strcmp(line, "help") == 0) {
    puts(say->help);
  } else if (*end == '\0') {
    if (number >= 1 && number <= count) return act(seat, t->actions[number - 1]);
    puts(say->no_number);
  } else if (chemix_game_find_action(t->game, seat, line, &action, &t->error) == CHEMIX_OK) {
    return act(seat, action);
  } else {
    puts(t->error.message);
  }
  return 0;
}

/* Hands the screen over to a seat, unless the one before undoes something. Returns 1 if done. */
static int hand_over(int32_t seat) {
  if (looking != CHEMIX_NOBODY) tell_news(looking);
  for (int obeyed = 0; looking != CHEMIX_NOBODY && obeyed == 0;) {
    read_line(say->hide);
    obeyed = obey(looking, 0);
    if (obeyed == 1) return 0;
  }
  looking = seat;
  clear_screen();
  ok(t, chemix_words_player(t->words, seat, TEXT));
  const int before = (int)strcspn(say->pass_to, "%");
  printf("%.*s%s%s", before, say->pass_to, t->text, say->pass_to + before + 2);
  read_line("");
  clear_screen();
  return 1;
}

/* Asks a seat until the game has changed. */
static void ask(int32_t seat) {
  const chemix_observation* const view = chemix_session_observation(t->session, seat);
  ok(t, chemix_words_player(t->words, seat, TEXT));
  printf("\n== %s\n", t->text);
  print_table(t, view);
  tell_news(seat);
  SAY((printf("-> "), chemix_words_prompt(t->words, view, TEXT)));
  const int32_t count = ok(t, chemix_observation_legal_actions(
                                  view, t->actions, t->limits.max_legal_actions, &t->error));
  for (int32_t i = 0; i < count; ++i) {
    ok(t, chemix_words_action(t->words, seat, t->actions[i], TEXT));
    printf("%4d  %s\n", (int)i + 1, t->text);
  }
  do {
    read_line(say->choose);
  } while (obey(seat, count) != 1);
}

int main(int argc, char** argv) {
  const int is_saved = argc > 2 && strcmp(argv[1], "--resume") == 0;
  if (argc < 2 || (argv[1][0] == '-' && !is_saved)) {
    (void)fputs("hot_seat GAME [PLAYERS [LANGUAGE [SEED]]] or --resume FILE [LANGUAGE]\n", stderr);
    return WRONG_ARGUMENTS;
  }
  if (is_saved) {
    load(argv[2]);
  } else {
    chemix_game* game = NULL;
    chemix_seed seed;
    /* The time is hard enough to guess for people who share a screen. */
    chemix_seed_init(&seed, argc > 4 ? strtoull(argv[4], NULL, 10) : (uint64_t)time(NULL));
    ok(t, chemix_game_create(argv[1], argc > 2 ? atoi(argv[2]) : 0, NULL, NULL, &game, &t->error));
    ok(t, chemix_session_create(game, 0, &seed, &t->session, &t->error));
    chemix_game_destroy(&game);
  }
  const char* const language = argc > 3 ? argv[3] : "en";
  for (size_t i = 1; i < sizeof all_sentences / sizeof *all_sentences; ++i) {
    if (strncmp(all_sentences[i].language, language, 2) == 0) say = &all_sentences[i];
  }
  open_table(t, chemix_session_game(t->session), language);
  ok(t, chemix_policy_create("heuristic", &policy, &t->error));
  /* Players of a saved game are reminded of the last steps. */
  for (int32_t seat = 0; seat < t->limits.players; ++seat) {
    const int32_t last = ok(t, chemix_session_seen_count(t->session, seat, &t->error));
    told[seat] = last > 10 ? last - 10 : 0;
  }
  for (;;) {
    int32_t seat = CHEMIX_NOBODY;
    ok(t, chemix_session_advance(t->session, 0, NULL, &seat, &t->error));
    if (seat == CHEMIX_NOBODY) break;
    if (seat == looking || hand_over(seat)) ask(seat);
  }
  if (looking != CHEMIX_NOBODY) tell_news(looking);
  SAY((printf("\n== "),
       chemix_words_scores(t->words, chemix_session_observation(t->session, CHEMIX_SPECTATOR),
                           TEXT)));
  chemix_policy_destroy(&policy);
  close_table(t);
  return EXIT_SUCCESS;
}
