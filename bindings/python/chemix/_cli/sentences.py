# SPDX-License-Identifier: Apache-2.0
"""The texts of the terminal game by language; all other texts come from the library."""

from __future__ import annotations

SENTENCES = {
    "en": {
        "player": "Player {}",
        "hide": "Press Enter to hide this.",
        "pass_to": "Pass to {}, then press Enter.",
        "happened": "What happened:",
        "points": "Points:",
        "choose": "Your choice",
        "help": "The number of an action, its words or its text; or: hint, table, rules {}, "
        "undo, save FILE, quit.",
        "hint": "A thought: {}.",
        "numbers": "The numbers go from 1 to {}.",
        "several": "That may mean several actions: {}.",
        "nothing": "No action is called that. Say help for what may be said.",
        "undone": "Taken back.",
        "nothing_done": "There is nothing yet to take back.",
        "not_undone": "This cannot be taken back: somebody may have learned something.",
        "saved": "Saved in {}.",
        "no_rule": "There is no rule {}.",
        "left": "The game is not over.",
        "record": "The record is in {}.",
    },
    "de": {
        "player": "Person {}",
        "hide": "Mit Enter verdecken.",
        "pass_to": "Weitergeben an {}, dann Enter drücken.",
        "happened": "Was geschehen ist:",
        "points": "Punkte:",
        "choose": "Deine Wahl",
        "help": "Die Nummer einer Aktion, ihre Worte oder ihr Text; oder: hint (Tipp), "
        "table (Tisch), rules {} (Regel), undo (zurücknehmen), save DATEI (speichern), "
        "quit (aufhören).",
        "hint": "Ein Gedanke: {}.",
        "numbers": "Die Nummern gehen von 1 bis {}.",
        "several": "Das können mehrere Aktionen sein: {}.",
        "nothing": "So heisst keine Aktion. Mit help steht da, was du sagen kannst.",
        "undone": "Zurückgenommen.",
        "nothing_done": "Noch gibt es nichts zurückzunehmen.",
        "not_undone": "Das lässt sich nicht zurücknehmen: Jemand könnte etwas erfahren haben.",
        "saved": "Gespeichert in {}.",
        "no_rule": "Es gibt keine Regel {}.",
        "left": "Das Spiel ist nicht zu Ende.",
        "record": "Die Aufzeichnung steht in {}.",
    },
    "fr": {
        "player": "Joueur {}",
        "hide": "Entrée pour cacher ceci.",
        "pass_to": "Passer à {}, puis appuyer sur Entrée.",
        "happened": "Ce qui s’est passé :",
        "points": "Points :",
        "choose": "Ton choix",
        "help": "Le numéro d’une action, ses mots ou son texte ; ou : hint (conseil), table, "
        "rules {} (règle), undo (reprendre), save FICHIER (enregistrer), quit (arrêter).",
        "hint": "Une idée : {}.",
        "numbers": "Les numéros vont de 1 à {}.",
        "several": "Cela peut vouloir dire plusieurs actions : {}.",
        "nothing": "Aucune action ne s’appelle ainsi. Dis help pour savoir quoi dire.",
        "undone": "Repris.",
        "nothing_done": "Il n’y a encore rien à reprendre.",
        "not_undone": "Cela ne peut être repris : quelqu’un a pu apprendre quelque chose.",
        "saved": "Enregistré dans {}.",
        "no_rule": "Il n’y a pas de règle {}.",
        "left": "La partie n’est pas finie.",
        "record": "L’enregistrement est dans {}.",
    },
}
