// German messages of what is noticed in a sheet: warnings of its structure, rows that are no customers, shapes of
// values.
import { sheetCellMessages } from './cells.ts'
import { sheetColumnMessages } from './columns.ts'
import { sheetCharacterMessages } from './characters.ts'

export const sheetMessages = {
  ...sheetCellMessages,
  ...sheetColumnMessages,
  ...sheetCharacterMessages,

  repeated: '{count, number}-mal; die ersten {listed} sind aufgeführt. Der erste Fall: {first}',
  repeated_in_column:
    '{count, number}-mal in Spalte „{column}“; die ersten {listed} sind aufgeführt. Der erste Fall: {first}',

  misnamed_file:
    'Die Datei heißt „{name}“, ist aber {kind, select, workbook {eine Arbeitsmappe} other {Text mit Trennzeichen}} und wird so gelesen.',
  encoding_mark:
    'Die Datei beginnt mit der Kennung von UTF-8, wurde aber wie verlangt als {encoding} gelesen. Die Kennung wird weggelassen; sehen Buchstaben falsch aus, lesen Sie die Datei als UTF-8.',
  quoted_by_apostrophes:
    'Zellen dieser Datei stehen in Apostrophen. Diese werden entfernt; gehören sie zum Text, geben Sie an, dass nichts um Zellen steht.',
  delimiter_unclear:
    'Kein Trennzeichen teilt alle Zeilen, deshalb ist jede Zeile eine Zelle. „{delimiter}“ steht in {lines} {of, plural, one {der ersten Zeile} other {der ersten # Zeilen}}; trennt es Zellen, geben Sie es als Trennzeichen an.',

  header_row_missing: 'Blatt „{sheet}“ hat keine Zeile {row} und keine darunter.',
  header_like_data:
    'Zeile {row} wurde als Kopfzeile genommen, sieht aber wie Daten aus: „{text}“. Hat das Blatt keine Kopfzeile, fügen Sie eine ein; ist es eine andere Zeile, geben Sie sie an.',
  header_narrow:
    'Zeile {row} wurde als Kopfzeile genommen, obwohl sie eine gefüllte Zelle hat und Zeile {wider} {cells}: „{text}“. Ist eine andere Zeile die Kopfzeile, geben Sie sie an.',
  row_above_header: 'Zeile {row} steht über der Kopfzeile und wird nicht als Daten gelesen: „{text}“.',
  blank_header: 'Spalte {number} hat keine Überschrift; sie heißt hier „{column}“.',
  duplicate_header: 'Die Überschrift „{header}“ kommt mehrmals vor; diese Spalte heißt hier „{column}“.',
  short_row:
    'Zeile {row} hat {cells, plural, one {# Zelle} other {# Zellen}}, die Kopfzeile {header}. Vielleicht fehlt ein Zeilenumbruch oder ein Trennzeichen, oder steht an falscher Stelle.',
  cell_beyond_header:
    'Zeile {row} hat eine Zelle jenseits {header, plural, one {der einen Spalte} other {der # Spalten}} der Kopfzeile: „{text}“. Sie steht in „{column}“.',
  no_rows: 'Blatt „{sheet}“ hat keine Zeilen unter seiner Kopfzeile.',

  hidden_sheet: 'Blatt „{sheet}“ ist in der Arbeitsmappe ausgeblendet. Es wird wie die anderen gelesen.',
  hidden_rows:
    'Blatt „{sheet}“ hat {rows, plural, one {# ausgeblendete Zeile} other {# ausgeblendete Zeilen}} (vielleicht durch einen Filter). {rows, plural, one {Sie wird} other {Sie werden}} wie die anderen gelesen.',
  hidden_columns:
    'Blatt „{sheet}“ hat {columns, plural, one {# ausgeblendete Spalte} other {# ausgeblendete Spalten}}. {columns, plural, one {Sie wird} other {Sie werden}} wie die anderen gelesen.',
  merged_cells:
    'Blatt „{sheet}“ hat {ranges, plural, one {# verbundenen Bereich} other {# verbundene Bereiche}}. Nur die erste Zelle hat in der Datei jeweils einen Text.',
  merged_cells_from:
    'Blatt „{sheet}“ hat {ranges, plural, one {# verbundenen Bereich} other {# verbundene Bereiche}}, den ersten bei {first}. Nur die erste Zelle hat in der Datei jeweils einen Text.',
  rows_out_of_order:
    'Blatt „{sheet}“ speichert {rows, plural, one {# Zeile} other {# Zeilen}} nicht der Reihe nach. {rows, plural, one {Sie wird dort gelesen, wo sie gespeichert ist, mit ihrer eigenen Nummer} other {Sie werden in der gespeicherten Reihenfolge gelesen, mit ihren eigenen Nummern}}.',
  sheet_without_cells: '„{sheet}“ ist ein Diagramm- oder Makroblatt ohne Zellen; es wird nicht gelesen.',
  sheet_without_part:
    '„{sheet}“ steht im Verzeichnis der Arbeitsmappe, aber nicht in der Datei; es wird nicht gelesen. Ein Makromodul ist kein Verlust; sollte es Zeilen enthalten, fordern Sie die Datei noch einmal an.',

  left_out:
    'weggelassen: {kind, select, total {Summenzeile} note {Notiz} header {wiederholte Kopfzeile} section {Zwischentitel} other {Trennzeile}}',
  looks_odd:
    'Diese Zeile sieht nach {kind, select, total {einer Summenzeile} note {einer Notiz} header {einer wiederholten Kopfzeile} section {einem Zwischentitel} other {einer Trennzeile}} aus, nicht nach einem Kunden. Lassen Sie sie unter Laden weg, oder geben Sie dort an, dass sie ein Kunde ist.',
} as const
