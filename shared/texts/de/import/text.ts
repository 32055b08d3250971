// German messages of reading delimited text: its encoding, its delimiter and its quotation marks.
export const importTextMessages = {
  text_too_large:
    'Die Datei hat {bytes} Bytes; höchstens {most} können gelesen werden. Teilen Sie sie in mehrere Dateien auf.',
  text_empty: 'Die Datei enthält keinen Text. Fordern Sie sie noch einmal an.',
  text_has_no_sheet:
    'Das ist eine Textdatei mit einem einzigen Blatt, „{only}“. Ein Blatt „{sheet}“ hat sie nicht.',
  line_too_long:
    'Zeile {line} ist länger als {characters} Zeichen, ohne dass sich ein Zeilenende fand. Vielleicht ist die Datei kein Text mit Trennzeichen.',
  nul_characters:
    'Zeile {line} enthält ein NUL-Zeichen, ist also kein sauberer Text. Speichern Sie die Datei noch einmal aus dem Programm, aus dem sie stammt.',

  only_for_text:
    'Diese Datei ist eine Arbeitsmappe, kein Text mit Trennzeichen; {choices} kann man für sie nicht wählen. Lassen Sie die Angabe weg und laden Sie die Datei erneut.',
  choice_of_encoding: 'eine Kodierung',
  choice_of_delimiter: 'ein Trennzeichen',
  choice_of_quote: 'ein Anführungszeichen',
  choice_of_escape: 'eine Maskierung',

  delimiter_unusable:
    'Das Trennzeichen muss ein einzelnes Zeichen sein, weder Anführungszeichen noch Zeilenende. {source, select, file {Die erste Zeile der Datei} other {Die Angabe}} nennt „{delimiter}“.',
  delimiter_of_several:
    'Die Zellen dieser Datei sind durch „{delimiter}“ getrennt, also durch mehr als ein Zeichen. Speichern Sie sie mit einem Zeichen zwischen den Zellen (etwa einem Tabulator), oder nennen Sie das Trennzeichen, nach dem sie trotzdem gelesen werden soll.',

  quote_not_closed:
    'Ein Anführungszeichen, das in Zeile {line}, Spalte {column} eine Zelle öffnet, wird nie geschlossen. Schließen Sie es dort, geben Sie an, dass Anführungszeichen zum Text gehören, oder speichern Sie die Datei noch einmal aus dem Programm, aus dem sie stammt.',
  quote_not_doubled:
    'In Zeile {line}, Spalte {column} steht ein nicht verdoppeltes Anführungszeichen in einer Zelle in Anführungszeichen: …{near}…. Korrigieren Sie die Zeile, oder geben Sie an, wie die Datei Anführungszeichen schreibt: verdoppelt, nach einem umgekehrten Schrägstrich oder als Teil des Textes.',
  quote_not_doubled_below:
    'In Zeile {line} steht ein nicht verdoppeltes Anführungszeichen in der Zelle in Anführungszeichen, die in Zeile {begin}, Spalte {column} beginnt: …{near}…. Korrigieren Sie die Zeile, oder geben Sie an, wie die Datei Anführungszeichen schreibt: verdoppelt, nach einem umgekehrten Schrägstrich oder als Teil des Textes.',
  blank_before_quote:
    'In Zeile {line}, Spalte {column} steht ein Leerzeichen vor dem Anführungszeichen, das eine Zelle öffnet; die Zelle würde deshalb am Trennzeichen darin enden. Entfernen Sie solche Leerzeichen, oder geben Sie an, wie die Datei Anführungszeichen schreibt.',
  quote_over_lines:
    'Die Anführungszeichen der Zeilen {from} bis {to} machen aus ihnen eine einzige Zelle, obwohl jede Zeile wie alle anderen {cells} Zellen hat. Geben Sie an, ob Anführungszeichen hier um Zellen stehen oder zum Text gehören.',

  encoding_unknown:
    '„{encoding}“ ist keine Kodierung, die gelesen werden kann. Verwenden Sie einen Namen wie utf-8, utf-16le, windows-1252, windows-1250, iso-8859-2, shift_jis oder gb18030.',
  not_in_encoding:
    'Die Datei ist kein gültiges {encoding}. Nennen Sie eine andere Kodierung, oder speichern Sie die Datei als „CSV UTF-8“.',
  cut_off_in_character: 'Die Datei bricht mitten in einem Zeichen ab.',
  line_not_utf8:
    'Zeile {line} ist kein gültiges UTF-8.{mixed, select, yes { Frühere Zeilen sind UTF-8 jenseits von ASCII; vielleicht ist die Datei beschädigt oder aus Dateien mit verschiedenen Kodierungen zusammengesetzt.} other {}} Nennen Sie eine andere Kodierung, oder speichern Sie die Datei als „CSV UTF-8“.',
  encoding_unsure:
    'Zeile {line} ist kein gültiges UTF-8, deshalb ist die Kodierung der Datei nicht sicher.{mixed, select, yes { Frühere Zeilen sind UTF-8 jenseits von ASCII; vielleicht ist die Datei beschädigt oder aus Dateien mit verschiedenen Kodierungen zusammengesetzt.} other {}} In {encoding} lautet sie „{text}“. Stimmt das, laden Sie die Datei mit der Kodierung {encoding} erneut; sonst nennen Sie die richtige, oder speichern Sie die Datei als „CSV UTF-8“.',
  escape_sequences:
    'Zeile {line} enthält die Steuerfolgen von {encoding} und lautet darin „{text}“. Stimmt das, laden Sie die Datei mit der Kodierung {encoding} erneut; ist es einfacher Text, mit utf-8.',
  seven_bit:
    'Zeile {line} ist in {encoding} geschrieben, das andere Buchstaben durch ASCII-Zeichen ausdrückt und nicht gelesen werden kann. Speichern Sie die Datei noch einmal als „CSV UTF-8“; ist es doch einfacher Text, laden Sie sie mit der Kodierung utf-8.',
  seven_bit_text:
    'Zeile {line} ist in {encoding} geschrieben („{text}“), das andere Buchstaben durch ASCII-Zeichen ausdrückt und nicht gelesen werden kann. Speichern Sie die Datei noch einmal als „CSV UTF-8“; ist es doch einfacher Text, laden Sie sie mit der Kodierung utf-8.',
} as const
