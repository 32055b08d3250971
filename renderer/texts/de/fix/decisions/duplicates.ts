// German texts of the duplicates view.
import type { Translation } from '../../../../../shared/texts/texts.ts'
import type { duplicates as english } from '../../../en/fix/decisions/duplicates.ts'

export const duplicates = {
  open: 'Nebeneinander entscheiden…',
  title: 'Dasselbe Konto zweimal',
  body: '{all, plural, one {# Konto} other {# Konten}} in {groups, plural, one {# Gruppe} other {# Gruppen}}. Kein Konto einer Gruppe wird gesendet, bevor Sie entscheiden.',
  none: 'Keine Dublette ist mehr zu entscheiden.',
  groups: 'Gruppen',
  rows: '{count, plural, one {Zeile} other {Zeilen}} {rows}',
  rowsAndMore: '{count, plural, one {Zeile} other {Zeilen}} {rows} und {more, number} weitere',
  copies: 'In jedem Feld gleich',
  differs: '{count, plural, one {In # Spalte verschieden} other {In # Spalten verschieden}}',
  page: '{from, number}–{to, number} von {total, number}',
  pageBefore: 'Frühere Gruppen',
  pageAfter: 'Spätere Gruppen',
  building: 'Die Konten werden mit ihren Nummern neu gebildet',
  moreSides:
    '{count, plural, one {# weiteres Konto hat} other {# weitere Konten haben}} diese Nummer. Sie folgen, wenn diese entschieden sind.',
  sides: 'Nebeneinander',
  all: 'Alle Spalten ({count})',
  row: 'Zeile {row}',
  different: 'verschieden',
  empty: 'leer',
  keep: 'Dieses behalten',
  keepHint:
    '{rows} {count, plural, one {wird} other {werden}} ausgeschlossen, nie gelöscht. Der Bericht nennt sie mit dem Grund.',
  keepReason: 'Dublette von {key}, Zeile {row}, die behalten wurde',
  kept: 'Zeile {row} behalten.',
  newNumbers: 'Beide mit neuen Nummern behalten',
  newNumber: 'Nummer von Zeile {row}',
  proposed: 'So steht es in der eigenen Zeile, und kein Konto hat diese Nummer.',
  numbersMade: 'Neue Nummern vergeben.',
  joined:
    'Neue Nummern vergeben. {count, plural, one {# Zeile anderer Blätter hatte eine davon schon und gehört} other {# Zeilen anderer Blätter hatten eine davon schon und gehören}} jetzt dazu.',
  linkedTitle:
    '{count, plural, one {Auch # Zeile eines anderen Blatts hat diese Nummer} other {Auch # Zeilen anderer Blätter haben diese Nummer}}',
  linkedBody:
    'Sie gehören zu dem Konto, das Sie behalten. Für neue Nummern geben Sie an, zu welchem sie gehören:',
  linkedAll: 'Alle',
  linkedRest: 'Alle, mit {count, plural, one {# nicht gezeigten} other {# nicht gezeigten}}',
  linkedRow: '{sheet}, Zeile {row}',
  linkedTo: '{what}: zu Zeile {row}',
  linkedUndecided: 'Geben Sie zuerst an, wozu die Zeilen anderer Blätter gehören.',
  merge: 'Zusammenführen',
  mergeInto: 'In Zeile {row} zusammenführen',
  mergeBody:
    'Wählen Sie für jede abweichende Spalte den Text. Die anderen Zeilen werden als zusammengeführt ausgeschlossen; das lässt sich rückgängig machen.',
  mergeRows: 'Die Zeilen aller werden zu einem Konto. Das lässt sich rückgängig machen.',
  mergeCancel: 'Zurück',
  merged: 'Zu einem Konto zusammengeführt.',
  keepCopies: 'Von {count, plural, one {# Gruppe} other {# Gruppen}} gleicher Konten das erste behalten',
  keptCopies: '{count, plural, one {# Konto} other {# Konten}} als Kopien ausgeschlossen.',
  undo: 'Rückgängig machen',
  undoneElse: 'Inzwischen wurde etwas geändert. Machen Sie es in der Liste der Änderungen rückgängig.',
  next: 'Nächste Gruppe',
} as const satisfies Translation<typeof english>
