// German messages of edits: what a person changed in the window. They are stored with the edit, without language.
import type { editMessages as english } from '../../en/fixing/edits.ts'
import type { Translation } from '../../texts.ts'

export const editMessages = {
  cell: '{column} von {key}',
  cell_of_row: '{column} in Zeile {row, number}',
  put_back: '{column} von {key}: wie gelesen',
  removed: '{what} von {account} entfernen',

  cells_pasted: '{n, plural, one {# Zelle} other {# Zellen}} eingefügt',
  cells_cleared: '{n, plural, one {# Zelle} other {# Zellen}} geleert',
  cells_filled: '{n, plural, one {# Zelle} other {# Zellen}} gefüllt',
  columns_filled: '{n, plural, =1 {{column} gefüllt} other {# Spalten gefüllt}}',
  columns_cleared: '{n, plural, =1 {{column} geleert} other {# Spalten geleert}}',

  // Where a fix of many cells works: {where} of the following.
  columns: '{n, plural, one {# Spalte} other {# Spalten}}',
  all_columns: 'alle Spalten',
  the_column: 'Spalte',

  replaced: '„{find}“ durch „{instead}“ ersetzt in {where}',
  replaced_pattern: 'Muster „{find}“ durch „{instead}“ ersetzt in {where}',
  taken_out: '„{find}“ entfernt aus {where}',
  taken_out_pattern: 'Muster „{find}“ entfernt aus {where}',
  set: '{where} auf „{text}“ gesetzt',
  cleared: '{where} geleert',
  tidied: '{where} aufgeräumt',
  table: '{values, plural, one {# Wert} other {# Werte}} von {where} nach Tabelle geändert',
  filled_down: '{where} nach unten gefüllt',
  taken: '{where} aus {from} genommen',
  split:
    '{part, select, 1 {Ersten Teil} 2 {Zweiten Teil} 3 {Dritten Teil} 4 {Vierten Teil} 5 {Fünften Teil} last {Letzten Teil} secondToLast {Vorletzten Teil} other {Teil {part}}} von {where} behalten, geteilt bei „{separator}“',
  phone:
    'Telefonnummern von {where} geschrieben als {form, select, e164 {+ und Ziffern} international {+ und Leerzeichen} other {Ziffern, wie gewählt}}',
  phone_of_region:
    'Telefonnummern von {where} geschrieben als {form, select, e164 {+ und Ziffern} international {+ und Leerzeichen} other {Ziffern, wie gewählt}} ({region})',
  date: 'Daten von {where} geschrieben als {to}, aus {from}',
  either: '{first} oder {last}',
  number_point: 'Zahlen von {where} mit Dezimalpunkt geschrieben',
  number_comma: 'Zahlen von {where} mit Dezimalkomma geschrieben',
  digits: 'Ziffern von {where} behalten',
  pad: 'Nullen vor {where} gesetzt, bis {length, plural, one {# Ziffer} other {# Ziffern}}',
  shorten: '{where} auf {length, plural, one {# Zeichen} other {# Zeichen}} gekürzt',
} as const satisfies Translation<typeof english>
