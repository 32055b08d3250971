// German messages of what is noticed in one cell.
export const sheetCellMessages = {
  null_marker:
    'Die Zelle enthält \\N, das Datenbanken für keinen Wert schreiben. Es wird als diese zwei Zeichen gelesen; lassen Sie die Datei neu als CSV exportieren, oder entfernen Sie es.',
  quote_in_text:
    'Zeile {line}, Spalte {column}: Anführungszeichen in einer Zelle ohne Anführungszeichen. Es wird als Teil des Textes gelesen.',
  blank_after_quote:
    'Zeile {line}, Spalte {column}: Leerzeichen zwischen einer Zelle in Anführungszeichen und ihrem Ende. Es wird weggelassen; gehört es zum Text, geben Sie an, dass Anführungszeichen zum Text gehören.',
  between_apostrophes:
    'Zeile {line}, Spalte {column}: Die Zelle steht zwischen Apostrophen, die als Teil des Textes gelesen werden. Umschließen sie die Zelle nur, geben Sie an, dass Apostrophe um Zellen stehen.',

  digits_lost_by_notation:
    '„{text}“ ist eine Zahl in wissenschaftlicher Schreibweise: Die Tabelle, aus der sie stammt, hat schon Ziffern verloren. Fordern Sie den ursprünglichen Wert an.',
  digits_lost_to_zeros:
    '„{text}“ hat {digits} Ziffern und nach der fünfzehnten nur Nullen: Ein Tabellenprogramm hat wahrscheinlich die letzten ersetzt. Fordern Sie den ursprünglichen Wert an.',
  digits_beyond_number:
    '{text} hat mehr Ziffern, als eine Tabelle für eine Zahl behält (15): Die hinteren sind schon verloren. Fordern Sie den Wert als Text an.',
  digits_hidden_by_notation:
    '„{text}“ erscheint in wissenschaftlicher Schreibweise; die Datei enthält {stored}. Vielleicht sind Ziffern verloren: Fordern Sie den Wert als Text an.',

  blanks_before:
    '„{text}“ beginnt mit {before, plural, one {einem Leerzeichen} other {# Leerzeichen}}. Der Text bleibt, wie er ist; die Umwandlung „trim“ entfernt Leerzeichen.',
  blanks_after:
    '„{text}“ endet mit {after, plural, one {einem Leerzeichen} other {# Leerzeichen}}. Der Text bleibt, wie er ist; die Umwandlung „trim“ entfernt Leerzeichen.',
  blanks_around:
    '„{text}“ beginnt mit {before, plural, one {einem Leerzeichen} other {# Leerzeichen}} und endet mit {after, plural, one {einem Leerzeichen} other {# Leerzeichen}}. Der Text bleibt, wie er ist; die Umwandlung „trim“ entfernt Leerzeichen.',
  blanks_not_counted:
    'Die Datei hat in dieser Zelle mehr Leerzeichen, als gelesen werden: „{text}“. Im OpenDocument-Format zählen mehrere Leerzeichen hintereinander oder am Anfang in dieser Schreibweise nicht, LibreOffice zeigt sie aber. Prüfen Sie die Zelle, wenn Leerzeichen wichtig sind.',
  invisible_characters:
    '„{text}“ enthält Unsichtbares: {characters}. Der Text bleibt, wie er ist; entfernen Sie es, wenn es nicht hineingehört.',
  characters_lost:
    '„{text}“ enthält das Zeichen für ein Zeichen, das vor dem Speichern dieser Datei verloren ging. Fordern Sie den ursprünglichen Wert an.',
  wrong_characters:
    '„{text}“ ist höchstwahrscheinlich „{before}“, vor dem Speichern dieser Datei in einer falschen Kodierung gelesen. Fordern Sie die Datei noch einmal an, oder korrigieren Sie die Zelle.',

  error_in_text:
    'Die Zelle zeigt den Tabellenfehler {error}. Korrigieren Sie ihn in der Tabelle, aus der er stammt, oder geben Sie den Wert ein.',
  error_of_formula:
    'Die Zelle zeigt den Tabellenfehler {error}. Korrigieren Sie ihre Formel, oder geben Sie den Wert ein.',
  formula_as_text:
    '„{text}“ ist eine als Text geschriebene Formel; sie wird nicht berechnet. Fordern Sie den Wert an, oder geben Sie ihn ein.',
  formula_without_value:
    'Die Zelle enthält eine Formel ohne gespeichertes Ergebnis. Öffnen Sie die Datei in einem Tabellenprogramm, lassen Sie es rechnen und speichern Sie sie neu.',

  not_boolean:
    '„{value}“ ist als wahr oder falsch gespeichert, ist aber keines; es wird gezeigt, wie es ist.',
  not_number: '„{value}“ ist als Zahl gespeichert, ist aber keine; es wird gezeigt, wie es ist.',
  not_date: '{value} ist als Datum formatiert, ist aber keines; es wird als Zahl gezeigt.',
  day_that_never_was:
    '„{text}“ ist ein Tag, den es nie gab (die Tabelle zählt 1900 als Schaltjahr und kennt einen Tag 0).',
  hidden_by_format:
    'Die Zelle enthält {value}, was ihr Zahlenformat verbirgt: Niemand sieht es, deshalb wird sie als leer gelesen. Ändern Sie das Format, wenn der Wert gebraucht wird.',
  hidden_by_merging:
    '„{text}“ liegt verborgen unter einem verbundenen Bereich: Niemand sieht es, deshalb wird die Zelle als leer gelesen. Heben Sie die Verbindung auf, wenn der Wert gebraucht wird.',
  text_missing:
    'Die Zelle verweist auf Text Nummer {number}, den die Arbeitsmappe nicht enthält. Sie erscheint leer; fordern Sie die Datei noch einmal an.',
  cell_twice:
    'Die Datei enthält diese Zelle zweimal: „{first}“ und dann „{second}“; gelesen wird die zweite. Öffnen Sie die Datei in einem Tabellenprogramm und speichern Sie sie neu.',
} as const
