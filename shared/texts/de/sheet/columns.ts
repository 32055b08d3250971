// German messages of what is noticed in a column when its sheet ends.
export const sheetColumnMessages = {
  ambiguous_dates:
    '{cells, plural, one {# Zelle} other {# Zellen}} der Spalte „{column}“ {cells, plural, one {lässt} other {lassen}} sich als Tag und Monat oder als Monat und Tag lesen, zuerst in Zeile {row}: „{text}“. {evidence} Wählen Sie beim Zuordnen der Spalte, wie sie geschrieben sind.',
  both_orders:
    'Die Spalte mischt beides: {dayFirst, plural, one {# Zelle kann} other {# Zellen können}} nur Tag und Monat sein (in Zeile {dayRow}: „{dayText}“), {monthFirst, plural, one {# Zelle} other {# Zellen}} nur Monat und Tag (in Zeile {monthRow}: „{monthText}“).',
  day_first_only:
    'In derselben Spalte {cells, plural, one {kann # Zelle} other {können # Zellen}} nur Tag und Monat sein (in Zeile {row}: „{text}“) und keine nur Monat und Tag.',
  month_first_only:
    'In derselben Spalte {cells, plural, one {kann # Zelle} other {können # Zellen}} nur Monat und Tag sein (in Zeile {row}: „{text}“) und keine nur Tag und Monat.',
  no_order: 'Keine andere Zelle der Spalte gibt Aufschluss.',

  two_digit_years:
    '{cells, plural, one {# Zelle} other {# Zellen}} der Spalte „{column}“ {cells, plural, one {hat} other {haben}} ein zweistelliges Jahr, zuerst in Zeile {row}: „{text}“. Das Jahrhundert ist nicht bekannt, deshalb werden solche Daten abgelehnt: Fordern Sie vierstellige Jahre an.',
  dates_and_texts:
    'Spalte „{column}“ enthält {dates, plural, one {# echtes Datum} other {# echte Datumsangaben}} und {texts, plural, one {# Text, der wie ein Datum aussieht} other {# Texte, die wie Daten aussehen}}, zuerst in Zeile {row}: „{text}“. Ein Tabellenprogramm hat in den echten vielleicht Tag und Monat verwechselt: Vergleichen Sie einige mit dem Original.',
  turned_into_dates:
    '{cells, plural, one {# Zelle} other {# Zellen}} der Spalte „{column}“ {cells, plural, one {sieht} other {sehen}} nach Codes aus, die ein Tabellenprogramm in Daten verwandelt hat, zuerst in Zeile {row}: „{text}“. Fordern Sie den ursprünglichen Wert an.',
  mixed_types:
    'Die meisten Zellen der Spalte „{column}“ sind {kind, select, number {Zahlen} date {Daten} time {Uhrzeiten} boolean {ja oder nein} other {E-Mail-Adressen}} ({usual, number} von {filled, number}); {others, plural, one {# ist} other {# sind}} es nicht, zuerst in Zeile {row}: „{text}“.',

  digits_replaced:
    'Alle {numbers, number} Zahlen der Spalte „{column}“ mit 16 oder mehr Ziffern haben nach der fünfzehnten nur Nullen, zuerst in Zeile {row}: „{text}“. Ein Tabellenprogramm hat ihre letzten Ziffern ersetzt. Fordern Sie die ursprünglichen Werte an.',
  long_numbers:
    '{cells, plural, one {# Zelle} other {# Zellen}} der Spalte „{column}“ {cells, plural, one {enthält} other {enthalten}} Zahlen mit 16 oder mehr Ziffern, zuerst in Zeile {row}: „{text}“. Sie werden ganz gelesen; ein Tabellenprogramm behält 15 Ziffern.',
  long_numbers_with_zeros:
    '{cells, plural, one {# Zelle} other {# Zellen}} der Spalte „{column}“ {cells, plural, one {enthält} other {enthalten}} Zahlen mit 16 oder mehr Ziffern, zuerst in Zeile {row}: „{text}“. Sie werden ganz gelesen; ein Tabellenprogramm behält 15 Ziffern. {zeroed, plural, one {# davon hat} other {# davon haben}} nach der fünfzehnten Ziffer nur Nullen, zuerst in Zeile {zeroedRow}: „{zeroedText}“. Vergleichen Sie mit dem Original.',
  identifiers_as_decimals:
    '{cells, plural, one {# Zelle} other {# Zellen}} der Spalte „{column}“ {cells, plural, one {endet} other {enden}} auf „.0“, zuerst in Zeile {row}: „{text}“. Ein Programm hat Kennungen in Dezimalzahlen verwandelt; führende Nullen können verloren sein. Fordern Sie die ursprünglichen Werte an.',
  zeros_from_format:
    '{cells, plural, one {# Zelle} other {# Zellen}} der Spalte „{column}“ {cells, plural, one {zeigt} other {zeigen}} führende Nullen, die nur das Zahlenformat ergänzt, zuerst in Zeile {row}: „{text}“. Gelesen wird, was zu sehen ist; die gespeicherten Zahlen haben die Nullen nicht.',
  formulas:
    'Spalte „{column}“ enthält {cells, plural, one {# Formel} other {# Formeln}}, zuerst in Zeile {row}. Gelesen wird das Ergebnis, das mit der Datei gespeichert wurde.',
} as const
