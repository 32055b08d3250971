// German texts of applying the repairs of a fix file.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { repair as english } from '../../en/fix/repair.ts'

export const repair = {
  title: '{name} enthält Korrekturen zu „{batch}“',
  body: 'Es ist die Korrekturdatei des Berichts vom {day}. Übernommen ändern sich im Stapel nur die Zellen, die darin geändert wurden, als eine Änderung.',
  ownBatch: 'Als eigenen Stapel laden',
  unchanged:
    '{n, plural, one {# Zelle ist wie in der Korrekturdatei: Mit ihr} other {# Zellen sind wie in der Korrekturdatei: Mit ihnen}} geschieht nichts.',
  nothing: 'In dieser Datei wurde nichts geändert.',
  review: {
    readBefore: 'Korrekturen dieser Datei wurden schon einmal übernommen.',
    ignored: '{n, plural, one {# Spalte wird nicht benutzt.} other {# Spalten werden nicht benutzt.}}',
    kindsLabel: 'Zellen und Zeilen nach Ergebnis',
    keysHint: 'Die Pfeiltasten gehen durch die Zellen, die Leertaste übernimmt oder überspringt eine.',
    headAnswer: 'Korrigiert',
    mergeAnswers:
      '{n, plural, =0 {Nichts zu übernehmen} one {# Korrektur übernehmen} other {# Korrekturen übernehmen}}',
    merged: 'Korrekturen aus {file}: {n, plural, one {# Zelle} other {# Zellen}} geändert',
    mergedNothing: 'Es war nichts mehr zu ändern.',
    kinds: {
      answered: {
        label: 'Korrigiert',
        meaning:
          'Geänderte Zellen, die die eigene Prüfung bestehen. Sie werden übernommen, sofern Sie sie nicht überspringen.',
      },
      refused: {
        label: 'Weiter falsch',
        meaning:
          'Die eigene Prüfung lehnt auch diese Texte ab. Sie werden übernommen, sofern Sie sie nicht überspringen.',
      },
      not_choice: {
        label: 'Nicht in der Liste',
        meaning:
          'Diese Texte stehen nicht in der Liste der erlaubten Werte. Sie werden übernommen, sofern Sie sie nicht überspringen.',
      },
      no_answer: {
        label: 'Kein klarer Text',
        meaning: 'Es ist unklar, ob diese Zellen leer sein sollen.',
      },
      twice: {
        label: 'Kopierte Zeilen',
        meaning: 'Dieselbe Zeile mit verschiedenen Texten. Wählen Sie einen, oder überspringen Sie sie.',
      },
      edited: {
        label: 'Inzwischen geändert',
        meaning:
          'Diese Zellen wurden hier geändert, nachdem die Korrekturdatei geschrieben war. Wird übersprungen, wenn Sie die Korrektur nicht übernehmen.',
      },
      locked: {
        label: 'Nicht änderbar',
        meaning:
          'Diese Konten sind unterwegs oder angelegt, daher lassen sich ihre Zellen hier nicht ändern.',
      },
      gone: {
        label: 'Nicht mehr da',
        meaning: 'Diese Zeilen sind nicht mehr so wie damals in diesem Stapel.',
      },
      mixed_up: {
        label: 'Vertauscht',
        meaning:
          'Der ausgeblendete Verweis dieser Zeilen gehört zu einer anderen: Das Blatt wurde ohne ihn sortiert. Sie werden nicht übernommen.',
      },
      foreign: {
        label: 'Neue Zeilen',
        meaning: 'Zeilen, die nicht in der Korrekturdatei waren. Sie werden nicht übernommen.',
      },
      row_deleted: {
        label: 'Gelöschte Zeilen',
        meaning: 'Zeilen, die nicht mehr in der Datei sind. Im Stapel bleiben sie, wie sie sind.',
      },
      blank: {
        label: 'Leer gelassen',
        meaning: 'Es wurde nichts eingetragen. Diese Zellen bleiben, wie sie sind.',
      },
      unchanged: { label: 'Wie zuvor', meaning: 'Diese Zellen bleiben, wie sie sind.' },
      already: {
        label: 'Schon eingetragen',
        meaning: 'Die Zelle enthält den Text bereits: Nichts ist zu ändern.',
      },
    },
  },
} as const satisfies Translation<typeof english>
