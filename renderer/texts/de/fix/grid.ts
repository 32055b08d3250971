// German texts of the grid.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { grid as english } from '../../en/fix/grid.ts'

export const grid = {
  keys: {
    edit: 'Zelle bearbeiten; Tippen ersetzt ihren Text',
    next: 'Speichern und zur nächsten Zelle',
    discard: 'Getipptes verwerfen',
    lineBreak: 'Neue Zeile in der Zelle',
    clear: 'Zellen leeren',
    copy: 'Kopieren',
    paste: 'Einfügen',
    fillDown: 'Nach unten füllen',
    fillRight: 'Nach rechts füllen',
    fillSelection: 'Text in alle ausgewählten Zellen schreiben',
    selectAll: 'Alles auswählen',
    jump: 'Zum Ende der gefüllten Zellen',
    menu: 'Menü der Zelle',
  },
  editor: 'Text der Zelle',
  leftBefore: 'Vorher wurde eine andere Stelle gewählt. Wählen Sie die Zelle und tippen Sie noch einmal.',
  rowNotRead: 'Die Zeile konnte nicht gelesen werden. Wählen Sie die Zelle und tippen Sie noch einmal.',
  nowhereToPaste:
    'Keine Zelle ist gewählt. Wählen Sie die Zelle, in die eingefügt werden soll, und fügen Sie noch einmal ein.',

  clearTitle: '{n, plural, one {# Zelle} other {# Zellen}} leeren?',
  fillTitle: '{n, plural, one {# Zelle} other {# Zellen}} füllen?',
  takeTitle: '{n, plural, one {# Zelle} other {# Zellen}} aus der Spalte links davon füllen?',
  largeBody:
    '{rows, plural, one {# Zeile} other {# Zeilen}} in {columns, plural, one {# Spalte} other {# Spalten}}. Das ist eine einzige Änderung und lässt sich auf einmal rückgängig machen. Konten, die unterwegs oder angelegt sind, bleiben, wie sie sind.',
  largeBodyCounting:
    'Es wird noch gezählt, mindestens {rows, plural, one {# Zeile} other {# Zeilen}} in {columns, plural, one {# Spalte} other {# Spalten}}. Das ist eine einzige Änderung und lässt sich auf einmal rückgängig machen. Konten, die unterwegs oder angelegt sind, bleiben, wie sie sind.',
  clear: 'Leeren',
  fill: 'Füllen',
  lookFirst: 'Zuerst Vorschau…',
  changed: '{n, plural, one {# Zelle} other {# Zellen}} geändert.',
  lockedOut:
    '{n, plural, one {# Zelle} other {# Zellen}} ausgelassen: Die Konten sind unterwegs oder angelegt.',
  noneAbove: 'Darüber ist keine Zeile, aus der gefüllt werden kann.',
  fillHandle: 'Ziehen füllt Zellen. Ein Doppelklick füllt nach unten bis zum Ende der Daten daneben.',
  noneBeside:
    'Die Zellen neben der Auswahl sind darunter leer. Daher ist unklar, bis wohin gefüllt werden soll. Ziehen Sie stattdessen.',
  fillTooFar:
    'Die Daten daneben reichen über mehr als 20.000 Zeilen. Wählen Sie die zu füllenden Zellen und drücken Sie Strg+D.',
  noneLeft: 'Wählen Sie eine Zelle und Zellen rechts davon aus, um aus ihr zu füllen.',
  oneColumn:
    'Mehr als {most, plural, one {# Zelle} other {# Zellen}} lassen sich nur Spalte für Spalte nach unten füllen. Wählen Sie eine Spalte, oder ändern Sie sie mit „Suchen und ersetzen…“.',
  refreshFirst:
    'Die Liste ist nicht mehr aktuell. Aktualisieren Sie sie (über den Zeilen), und wählen Sie dann noch einmal aus.',
  tooManyRows:
    'Von gefilterten oder sortierten Zeilen lassen sich höchstens {most, plural, one {# Zeile} other {# Zeilen}} zum Teil auswählen. Wählen Sie mit Strg+A alle aus, oder weniger.',
  stillLoading: 'Einige dieser Zeilen konnten nicht gelesen werden. Versuchen Sie es gleich noch einmal.',

  copyTooMany:
    'Kopieren Sie höchstens {most, plural, one {# Zeile} other {# Zeilen}} auf einmal. Der Bericht enthält alle Zeilen des Stapels.',
  copying: '{n, plural, one {# Zeile wird} other {# Zeilen werden}} zum Kopieren gelesen…',
  copyReady:
    '{n, plural, one {# Zeile ist} other {# Zeilen sind}} gelesen. Drücken Sie noch einmal Strg+C, um zu kopieren.',
  copied: '{n, plural, one {# Zeile} other {# Zeilen}} kopiert',
  cutTooMany:
    'Nicht alle dieser Zeilen sind geladen. Kopieren Sie sie zuerst, und leeren Sie sie dann mit Entf.',
  pasteScope:
    'Ein Block von mehr als {most, plural, one {# Zelle} other {# Zellen}} lässt sich nicht auf einmal einfügen. Ein einzelner Wert schon: Er füllt alles, was ausgewählt ist.',

  views: 'Gespeicherte Ansichten',
  noViews: 'Für Dateien mit diesen Spalten ist keine Ansicht gespeichert.',
  viewsHint:
    'Eine Ansicht behält den Filter, die Reihenfolge und die Spalten. Suchen und einzelne Werte werden nicht gespeichert.',
  showView: '{name} zeigen',
  renameView: '{name} umbenennen',
  removeView: '{name} löschen',
  viewName: 'Name der Ansicht',
  newName: 'Neuer Name von {name}',
  saveView: 'Ansicht speichern',
  tooManyViews: 'Für eine weitere Ansicht ist kein Platz. Löschen Sie zuerst eine.',
  viewSaved: 'Die Ansicht „{name}“ ist gespeichert.',
  viewReplaced: 'Die Ansicht „{name}“ ist ersetzt.',
  columns: 'Spalten',
  columnsLabel: 'Spalten wählen',
  findColumn: 'Spalte suchen',
  onlyMapped: 'Nur zugeordnete',
  onlyProblems: 'Nur mit Problemen',
  showAllColumns: 'Alle zeigen',
  noColumn: 'Keine Spalte heißt so.',
  pin: '{column} links festhalten',
  unpin: '{column} nicht mehr festhalten',
  pinLimit: 'Höchstens {most, plural, one {# Spalte bleibt} other {# Spalten bleiben}} links stehen.',
  alwaysShown: 'bestimmt das Konto, immer gezeigt',
  withProblems: 'Probleme',
  hiddenShort:
    '{troubled, plural, =0 {{n, number} ausgeblendet} other {{n, number} ausgeblendet, # mit Problemen}}',
  hidden: '{n, plural, one {# Spalte} other {# Spalten}} ausgeblendet',
  hiddenWithProblems:
    '{n, plural, one {# Spalte} other {# Spalten}} ausgeblendet, {troubled, number} mit Problemen',
  hideColumn: '{column} ausblenden',
  usualWidth: 'Breite von {column} anpassen',

  sortUp: 'Nach {column} sortieren',
  sortDown: 'Nach {column} sortieren, größte zuerst',
  sortFile: 'Reihenfolge der Datei',
  sortByProblems: 'Nach Problemen sortieren, meiste zuerst',
  sorted: 'Sortiert nach {what}',
  sortedDescending: 'Sortiert nach {what}, größte zuerst',
  removeSort: 'Zurück zur Reihenfolge der Datei, nicht nach {what}',
  sortNames: { row: 'Zeile', state: 'Zustand', problems: 'Zahl der Probleme' },

  onlyEmpty: 'Nur Zeilen, in denen {column} leer ist',
  onlyValue: 'Nur Zeilen, in denen {column} „{text}“ ist',
  emptyChip: '{column} ist leer',
  valueChip: '{column} ist „{text}“',
  valuesChip: '{column} ist einer von {n, number} Werten',
  noField: '{column} ist keine Spalte Ihrer Datei: Dort kann nichts eingegeben werden.',
  filterByValue: '{column} nach Wert filtern…',
  filterTitle: '{column} nach Wert filtern',
  filterSearch: 'Werte suchen',
  filterAll: 'Alle',
  filterNone: 'Keine',
  filterShow: '{n, plural, one {# Zeile} other {# Zeilen}} zeigen',
  filterShown: 'Werte der Zeilen, die die anderen Filter übrig lassen',
  editChip: 'Zeilen von: {words}',
  unknownEditChip: 'Zeilen einer Änderung',
  showRows: 'Zeilen zeigen',
  showRowsLabel: 'Zeilen zeigen, die geändert wurden durch: {words}',

  didYouMean: 'Meinten Sie {choice}?',
  choices: 'Erlaubte Werte',
  dateOrder: 'Geschrieben als {pattern}. Die Pfeiltaste nach unten führt in den Kalender.',
  cellActs: { copy: 'Kopieren', paste: 'Einfügen', clear: 'Leeren', fillDown: 'Nach unten füllen' },
  copyByKey: 'Diese Zellen lassen sich nicht aus dem Menü kopieren. Kopieren Sie sie mit Strg+C.',
  pasteByKey: 'Fügen Sie hier mit Strg+V ein. Das Menü darf nicht lesen, was Sie kopiert haben.',

  gridName: 'Zeilen von {sheet}',
  gridOfFile: 'Zeilen der Datei',
  rowsShown: '{n, plural, one {# Zeile} other {# Zeilen}} gezeigt',
  changedCell: 'hier geändert',
  waitingCell: 'wird gespeichert',
  byServiceWord: 'vom Dienst geprüft',
  checkedHere: 'hier geprüft',
  feeds: 'füllt {field}',
} as const satisfies Translation<typeof english>
