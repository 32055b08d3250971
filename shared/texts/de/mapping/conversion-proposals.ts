// German messages of proposed conversions: what a column's values show, and what a person is asked about them.
import type { proposalMessages as english } from '../../en/mapping/conversion-proposals.ts'
import type { Translation } from '../../texts.ts'

export const proposalMessages = {
  some_value: 'ein Wert',
  words_only: 'Es kommen nur {words} vor.',
  word_only: 'Es kommt nur {words} vor: Das andere Wort ist sein übliches Gegenstück.',
  words_not_usual:
    '{words} {n, plural, one {ist} other {sind}} weder ein übliches Ja noch ein übliches Nein.',
  lost_already: 'Die Tabelle hat bereits Ziffern verloren: {why}',
  values_misfit: 'Die Werte passen nicht zum Feld.',
  values_misfit_because: 'Die Werte passen nicht zum Feld: {why}',
  value_no_choice: 'Ein Wert ist keiner der zulässigen Werte des Feldes.',
  choices_but_for_case:
    'Jeder Wert ist bis auf Großschreibung, Leerzeichen und Zeichen ein zulässiger Wert des Feldes.',
  words_no_choice:
    '{words} {n, plural, one {ist kein zulässiger Wert} other {sind keine zulässigen Werte}} von {label}.',

  choice_same: 'Gleich bis auf Großschreibung, Leerzeichen und Zeichen.',
  choice_ending: 'Gleich bis auf einen Plural oder eine Endung.',
  choice_beginning: 'Nur dieses Wort beginnt so.',
  choice_slip: 'Gleich bis auf einen Tippfehler.',
  choice_initials: 'Die Anfangsbuchstaben dieses Wortes und keines anderen.',
  choice_contained: 'Enthält dieses Wort und kein anderes.',
  choice_nothing_to_compare: 'Hat keine Buchstaben oder Ziffern zum Vergleichen.',
  choice_two: 'Kann {first} oder {second} bedeuten.',
  choice_none: 'Kein zulässiger Wert ist ähnlich.',

  numbers_two_ways: 'Die Zahlen können auf zwei Arten gelesen werden.',
  numbers_plain: 'Jeder Wert ist eine Zahl mit „{decimal}“ als Dezimalzeichen.',
  numbers_grouped:
    'Jeder Wert ist eine Zahl mit „{decimal}“ als Dezimalzeichen und „{sign}“ vor je drei Ziffern.',
  sign_blank: 'Leerzeichen',
  sign_taken_off:
    '„{sign}“, das einzige Zeichen oder die einzige Einheit dieser Art in diesen Werten, wird entfernt.',
  brackets_are_minus: 'Eine Zahl in Klammern ist negativ.',
  numbers_not_read:
    'Keine Schreibweise von Zahlen liest jeden Wert; Prozente und mehrere Währungen werden nie umgewandelt.',
  which_decimal_sign: 'Welches Zeichen ist das Dezimalzeichen? {reason}',
  reads_as: '„{text}“ ist {reads}',
  decimal_sign_is: 'Das Dezimalzeichen ist „{sign}“',
  thousands_grouped: 'Tausender sind gruppiert',

  order: '{order, select, year {Jahr zuerst} day {Tag zuerst} other {Monat zuerst}}',
  order_reads:
    '{order, select, year {Jahr zuerst} day {Tag zuerst} other {Monat zuerst}}: „{text}“ ist {reads}',
  times_of: 'Uhrzeiten gelten als die von {zone}.',
  which_zone: 'In welcher Zeitzone sind diese Uhrzeiten geschrieben? {evidence}',
  pattern_in_zone: '{pattern} in {zone}',
  dates_none: 'Es gibt keinen Wert zum Ansehen.',
  dates_real:
    '{n, plural, one {# Zelle ist ein echtes Datum} other {# Zellen sind echte Datumswerte}}: Es ist kein Muster nötig.',
  dates_short_year:
    '{n, plural, one {# Zelle hat} other {# Zellen haben}} ein zweistelliges Jahr: Wählen Sie „Jedes übliche Datum“, um zu sagen, wofür zwei Ziffern stehen.',
  any_date_reads:
    'Die Daten sind verschieden geschrieben. Mit {order, select, day {dem Tag} other {dem Monat}} zuerst {n, plural, one {ist die # Zelle ein Datum} other {sind alle # Zellen Daten}}, umgekehrt nur {other}.',
  any_date_same:
    'Die Daten sind verschieden geschrieben, und {n, plural, one {die # Zelle bedeutet} other {alle # Zellen bedeuten}} mit dem Tag zuerst und mit dem Monat zuerst dasselbe.',
  any_date_counts: '{order, select, day {Tag zuerst} other {Monat zuerst}}: liest {read} von {n}',
  any_date_which:
    'Die Daten {n, plural, one {der # Zelle} other {von # Zellen}} sind verschieden geschrieben. Welche Zahl steht zuerst, wo beide der Tag sein könnten? Nicht gelesene Zellen bleiben Probleme.',
  several_values:
    '{n, plural, one {# Zelle enthält} other {# Zellen enthalten}} mehr als einen Wert, von {cells, plural, one {# Zelle} other {# Zellen}}: Der erste wird genommen, die anderen entfallen.',
  dates_mixed:
    'Von {n, plural, one {# Zelle} other {# Zellen}} lassen sich manche nur mit dem Tag und manche nur mit dem Monat zuerst lesen: Die Spalte mischt beides.',
  dates_no_pattern: 'Kein Muster liest {n, plural, one {die # Zelle} other {alle # Zellen}}.',
  dates_two_ways:
    '{n, plural, one {# Zelle} other {# Zellen}} von {cells} {n, plural, one {kann} other {können}} auf zwei Arten gelesen werden, und keine entscheidet.',
  dates_all_written:
    '{n, plural, one {Die # Zelle ist} other {Alle # Zellen sind}} als {pattern} geschrieben.',
  dates_decided:
    '{n, plural, one {# Zelle lässt sich nur auf eine Art lesen} other {# Zellen lassen sich nur auf eine Art lesen}} ({examples}).',
  dates_decided_of_ambiguous:
    '{n, plural, one {# Zelle lässt sich nur auf eine Art lesen} other {# Zellen lassen sich nur auf eine Art lesen}} ({examples}); {ambiguous} für sich könnten auf zwei Arten gelesen werden.',
  which_order:
    'Sind diese Daten so geschrieben: {orders}? {ambiguous} von {cells, plural, one {# Wert kann} other {# Werten können}} so oder so gelesen werden, und kein anderer Wert entscheidet.',
  would_be: '„{text}“ wäre {readings}.',
  dates_swapped:
    '{n, plural, one {# Zelle ist ein echtes Datum} other {# Zellen sind echte Datumswerte}} der Tabelle, {n, plural, one {nicht} other {keiner}} nach dem 12. eines Monats, und jeder Text hat einen Tag nach dem 12.: Die Tabelle hat in den echten Datumswerten wahrscheinlich Tag und Monat vertauscht. Vergleichen Sie einige mit der Quelle, bevor Sie weitermachen.',
} as const satisfies Translation<typeof english>
