# SPDX-License-Identifier: Apache-2.0
"""The texts of report pages by language; the catalogue provides names and meanings."""

from __future__ import annotations

SENTENCES = {
    "en": {
        "point": ".",
        "percent": "%",
        "title": "Report on {}",
        "written": "The page is in {}.",
        "deck_title": "Report on the deck {}",
        "each": " each",
        "made": "Games: {games}{each}. Players: {players}. Policies: {policies}. Seed: {seed}. "
        "chemix {version}. Intervals are 95% confidence intervals.",
        "length": "On average, a game takes {decisions} decisions in {turns} turns, and a decision "
        "offers {choices} actions; {forced} of the decisions leave no choice.",
        "limit": "{share} of the games reached the limit {option} = {value} ({rule}).",
        "seat_differs": "Seat {seat} has a mean return of {return} (0 is even).",
        "seats_even": "No seat is significantly better off than another.",
        "never_laid": "Compounds never laid in {games} games: {}.",
        "never_named": "Compounds never named by an action in {games} games: {}.",
        "all_laid": "Every compound was laid.",
        "changes": "Changes in the number of decisions per game: {}.",
        "seats": "Seats",
        "seats_text": "The results of each seat. A return measures how well a player did; 0 is "
        "even. A player who gets more than everybody else wins; in {undecided} of the games nobody "
        "did.",
        "seat": "seat",
        "return": "return",
        "score": "score",
        "wins": "wins",
        "policy": "policy",
        "lengths": "Length and choices",
        "lengths_text": "A decision is one action by one player; a turn is everything that a "
        "player decides before somebody else does.",
        "decisions": "decisions per game",
        "turns": "turns per game",
        "choices": "actions to choose from",
        "spread": "points between first and last",
        "first_seat": "return of seat 0",
        "forced": "decisions without a choice",
        "mean": "mean",
        "measure": "measure",
        "share_games": "share of games",
        "share_decisions": "share of decisions",
        "scores": "Scores",
        "scores_text": "The final points of all seats. {}",
        "points": "points",
        "share_seats": "share of seats",
        "actions": "Actions",
        "actions_text": "How often each kind of action is taken per game. Phases are counted in "
        "the first {sample} games.",
        "action": "action",
        "phases": "Phases",
        "phase": "phase",
        "times": "times per game",
        "games": "share of games",
        "compounds": "Compounds",
        "compounds_text": "The share of games in which a compound is laid, that is, moves from a "
        "hand or the display to the table, even if only to be reserved; counted in the first "
        "{sample} games. The share of games in which an action names it is counted in all games.",
        "compound": "compound",
        "name": "name",
        "laid_games": "games where laid",
        "named_games": "games where named",
        "cards": "Cards",
        "cards_text": "How often per game a card of each kind comes into a hand (dealt, drawn or "
        "taken), and how often it is laid, put down or discarded. Counted in the first {sample} "
        "games.",
        "card": "card",
        "copies": "copies",
        "drawn": "into a hand",
        "laid": "laid",
        "finished": "games where finished",
        "rules": "Rules that refuse actions",
        "rules_text": "The number of decisions per game at which a rule refuses an action that was "
        "asked for and that the player has the card for. Counted in the first {checked} games.",
        "rule": "rule",
        "meaning": "meaning",
        "effects": "Effects of options",
        "effects_text": "How much the mean changes when one option is changed, in {games} games "
        "with the same seeds as above.",
        "difference": "difference: {}",
        "option": "option",
        "value": "value",
        "instead": "instead of",
        "options": "Options",
        "change": "change",
        "comparisons": "Comparisons",
        "comparisons_text": "How much larger the first mean is than the second, in games with the "
        "same seeds.",
        "compared": "game or deck",
        "deck": "The deck",
        "deck_text": "How many compounds take each card; an element is finished when they have all "
        "been laid. “At once” is how many of them can be on the table at the same time, judging by "
        "this card alone. ",
        "lacking": "Too few cards for: {}.",
        "all_possible": "There are enough cards for each compound.",
        "further": "The cards would also be enough for these formulas, which are neutral with the "
        "usual charges, though such compounds need not exist: {}.",
        "takes": "compounds",
        "needed": "cards they take",
        "at_once": "at once",
    },
    "de": {
        "point": ",",
        "percent": "\N{NARROW NO-BREAK SPACE}%",
        "title": "Bericht über {}",
        "written": "Die Seite steht in {}.",
        "deck_title": "Bericht über das Deck {}",
        "each": " von jeder Art",
        "made": "Partien: {games}{each}. Personen: {players}. Wer spielt: {policies}. Seed: {seed}."
        " chemix {version}. Alle Intervalle sind 95-%-Intervalle.",
        "length": "Eine Partie hat im Mittel {decisions} Entscheidungen in {turns} Zügen. Bei "
        "einer Entscheidung stehen {choices} Aktionen zur Wahl; {forced} der Entscheidungen lassen "
        "keine Wahl.",
        "limit": "{share} der Partien endeten durch eine Begrenzung, {option} = {value} ({rule}).",
        "seat_differs": "Platz {seat} erzielt {return} (0 wäre ausgeglichen).",
        "seats_even": "Kein Platz ist nachweislich besser als ein anderer.",
        "never_laid": "In {games} Partien nie gelegte Verbindungen: {}.",
        "never_named": "In {games} Partien in keiner Aktion genannt: {}.",
        "all_laid": "Jede Verbindung wurde gelegt.",
        "changes": "Die Länge einer Partie ändert sich durch: {}.",
        "seats": "Plätze",
        "seats_text": "Was jeder Platz erzielt. Die Auszahlung sagt, wie gut jemand abschneidet; "
        "0 ist ausgeglichen. Wer mehr erzielt als alle anderen, gewinnt; in {undecided} der "
        "Partien war das niemand.",
        "seat": "Platz",
        "return": "Auszahlung",
        "score": "Punkte",
        "wins": "gewonnen",
        "policy": "wer spielt",
        "lengths": "Länge und Auswahl",
        "lengths_text": "Eine Entscheidung ist eine Aktion einer Person; ein Zug ist alles, was "
        "eine Person entscheidet, bis jemand anderes an der Reihe ist.",
        "decisions": "Entscheidungen je Partie",
        "turns": "Züge je Partie",
        "choices": "Aktionen zur Wahl",
        "spread": "Punkteabstand vom ersten zum letzten Platz",
        "first_seat": "Auszahlung von Platz 0",
        "forced": "Entscheidungen ohne Wahl",
        "mean": "Mittel",
        "measure": "Messgröße",
        "share_games": "Anteil der Partien",
        "share_decisions": "Anteil der Entscheidungen",
        "scores": "Punkte",
        "scores_text": "Die Punkte aller Plätze am Ende. {}",
        "points": "Punkte",
        "share_seats": "Anteil der Plätze",
        "actions": "Aktionen",
        "actions_text": "Arten von Aktionen und wie oft sie in einer Partie vorkommen; Phasen sind "
        "nur in den ersten {sample} Partien gezählt.",
        "action": "Aktion",
        "phases": "Phasen",
        "phase": "Phase",
        "times": "Häufigkeit je Partie",
        "games": "in Partien",
        "compounds": "Verbindungen",
        "compounds_text": "In welchem Anteil der Partien eine Verbindung gelegt wird, also aus "
        "einer Hand oder aus der Auslage auf den Tisch kommt, auch wenn sie nur reserviert wird. "
        "Gezählt in den ersten {sample} Partien; wie oft eine Aktion sie nennt, ist in allen "
        "gezählt.",
        "compound": "Verbindung",
        "name": "Name",
        "laid_games": "gelegt in Partien",
        "named_games": "genannt in Partien",
        "cards": "Karten",
        "cards_text": "Wie oft je Partie eine Karte dieser Art auf eine Hand kommt (ausgeteilt, "
        "gezogen oder genommen) und wie oft sie gelegt, weggelegt oder abgelegt wird. "
        "Gezählt in den ersten {sample} Partien.",
        "card": "Karte",
        "copies": "Anzahl",
        "drawn": "auf eine Hand",
        "laid": "gelegt",
        "finished": "beendet in Partien",
        "rules": "Regeln, die im Weg stehen",
        "rules_text": "Bei wie vielen Entscheidungen einer Partie eine Regel etwas ablehnt, wonach "
        "gefragt war und wofür die Karte vorhanden war. Gezählt in den ersten {checked} Partien.",
        "rule": "Regel",
        "meaning": "Bedeutung",
        "effects": "Was Optionen bewirken",
        "effects_text": "Jeweils eine Option geändert, in {games} Partien mit denselben Seeds wie "
        "oben: um wie viel sich das Mittel ändert.",
        "difference": "Unterschied: {}",
        "option": "Option",
        "value": "Wert",
        "instead": "statt",
        "options": "Optionen",
        "change": "Änderung",
        "comparisons": "Decks im Vergleich",
        "comparisons_text": "Um wie viel ein Mittel größer ist, in Partien mit gleichen Seeds.",
        "compared": "verglichen",
        "deck": "Das Deck",
        "deck_text": "Wie viele Verbindungen eine Karte brauchen: Sind alle gelegt, ist ein "
        "Element beendet. „Zugleich“ sagt, wie viele davon gleichzeitig liegen können, wenn man "
        "nur auf diese Karte achtet. ",
        "lacking": "Zu wenige Karten für: {}.",
        "all_possible": "Für jede Verbindung sind genug Karten da.",
        "further": "Die Karten würden auch hierfür reichen; bei den üblichen Ladungen wäre das "
        "jeweils neutral, auch wenn es nicht alles davon geben muss: {}.",
        "takes": "Verbindungen",
        "needed": "Karten dafür",
        "at_once": "zugleich",
    },
    "fr": {
        "point": ",",
        "percent": "\N{NARROW NO-BREAK SPACE}%",
        "title": "Rapport sur {}",
        "written": "La page est enregistrée dans {}.",
        "deck_title": "Rapport sur le jeu de cartes {}",
        "each": " de chaque sorte",
        "made": "Parties : {games}{each}. Joueurs : {players}. Politiques : {policies}. "
        "Graine : {seed}. chemix {version}. Les intervalles de confiance sont à 95 %.",
        "length": "Une partie compte en moyenne {decisions} décisions en {turns} tours. Une "
        "décision offre en moyenne {choices} actions ; {forced} des décisions ne laissent aucun "
        "choix.",
        "limit": "{share} des parties ont atteint une limite, {option} = {value} ({rule}).",
        "seat_differs": "La place {seat} obtient {return} (0 serait l’équilibre).",
        "seats_even": "Rien ne montre qu’une place vaille mieux qu’une autre.",
        "never_laid": "Composés qui n’ont pas été posés en {games} parties : {}.",
        "never_named": "Composés qu’aucune action n’a nommés en {games} parties : {}.",
        "all_laid": "Tous les composés ont été posés.",
        "changes": "Effet sur la durée d’une partie : {}.",
        "seats": "Places",
        "seats_text": "Ce qu’obtient chaque place. Le gain indique le résultat d’un joueur ; 0 est "
        "l’équilibre. Le joueur qui obtient plus que tous les autres gagne ; dans {undecided} des "
        "parties, personne ne gagne.",
        "seat": "place",
        "return": "gain",
        "score": "points",
        "wins": "victoires",
        "policy": "politique",
        "lengths": "Durée et choix",
        "lengths_text": "Une décision est une action d’un joueur ; un tour est tout ce qu’un "
        "joueur décide avant qu’un autre décide à son tour.",
        "decisions": "décisions par partie",
        "turns": "tours par partie",
        "choices": "actions possibles",
        "spread": "écart de points entre premier et dernier",
        "first_seat": "gain de la place 0",
        "forced": "décisions sans choix",
        "mean": "moyenne",
        "measure": "mesure",
        "share_games": "part des parties",
        "share_decisions": "part des décisions",
        "scores": "Points",
        "scores_text": "Les points de toutes les places en fin de partie. {}",
        "points": "points",
        "share_seats": "part des places",
        "actions": "Actions",
        "actions_text": "Sortes d’actions et leur nombre par partie ; les phases sont comptées "
        "dans les {sample} premières parties.",
        "action": "action",
        "phases": "Phases",
        "phase": "phase",
        "times": "fois par partie",
        "games": "part des parties",
        "compounds": "Composés",
        "compounds_text": "La part des parties où un composé est posé, c’est-à-dire passe d’une "
        "main ou des composés disponibles à la table, ne serait-ce que pour être réservé (sur les "
        "{sample} premières parties), et la part de celles où une action le nomme (sur toutes).",
        "compound": "composé",
        "name": "nom",
        "laid_games": "posé (part des parties)",
        "named_games": "nommé (part des parties)",
        "cards": "Cartes",
        "cards_text": "Combien de fois par partie une carte d’une sorte arrive dans une main "
        "(distribuée, piochée ou prise), et combien de fois elle est posée, mise de côté ou "
        "défaussée. Compté dans les {sample} premières parties.",
        "card": "carte",
        "copies": "exemplaires",
        "drawn": "arrivée en main",
        "laid": "posée",
        "finished": "terminé (part des parties)",
        "rules": "Règles qui font obstacle",
        "rules_text": "Le nombre de décisions par partie où une règle refuse une action qui était "
        "demandée et pour laquelle le joueur avait la carte. Compté dans les {checked} premières "
        "parties.",
        "rule": "règle",
        "meaning": "ce qu’elle dit",
        "effects": "Effet des options",
        "effects_text": "Une seule option changée à la fois, dans {games} parties avec les mêmes "
        "graines que ci-dessus : de combien la moyenne change.",
        "difference": "différence : {}",
        "option": "option",
        "value": "valeur",
        "instead": "au lieu de",
        "options": "Options",
        "change": "changement",
        "comparisons": "Comparaison de jeux de cartes",
        "comparisons_text": "De combien une moyenne est plus élevée, dans des parties avec les "
        "mêmes graines.",
        "compared": "comparé",
        "deck": "Le jeu de cartes",
        "deck_text": "Combien de composés demandent une carte : quand ils sont tous posés, "
        "l’élément est terminé. « À la fois » indique combien d’entre eux peuvent être sur la "
        "table en même temps, d’après cette seule carte. ",
        "lacking": "Pas assez de cartes pour : {}.",
        "all_possible": "Il y a assez de cartes pour chaque composé.",
        "further": "Les cartes suffiraient aussi pour ces formules, neutres selon les charges "
        "usuelles, même si tous ces composés n’existent pas forcément : {}.",
        "takes": "composés",
        "needed": "cartes nécessaires",
        "at_once": "à la fois",
    },
}
