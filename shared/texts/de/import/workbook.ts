// German messages of reading workbooks: their package, their parts, and the limits of sheets.
export const importWorkbookMessages = {
  workbook_too_large:
    'Die Arbeitsmappe hat {bytes} Bytes; höchstens {most} können gelesen werden. Teilen Sie sie auf, oder speichern Sie ihre Blätter als .csv.',
  workbook_locked:
    'Diese Arbeitsmappe ist durch ein Passwort geschützt. Öffnen Sie sie mit dem Passwort, entfernen Sie es, speichern Sie sie und laden Sie sie erneut.',
  spreadsheet_locked:
    'Diese Tabelle ist durch ein Passwort geschützt. Öffnen Sie sie mit dem Passwort, entfernen Sie es, speichern Sie sie und laden Sie sie erneut.',
  package_locked:
    'Diese Arbeitsmappe ist durch ein Passwort geschützt. Entfernen Sie das Passwort, speichern Sie sie und laden Sie sie erneut.',
  workbook_empty: 'Kein Blatt der Arbeitsmappe enthält Text. Fordern Sie sie noch einmal an.',
  spreadsheet_empty: 'Kein Blatt der Tabelle enthält Text. Fordern Sie sie noch einmal an.',
  workbook_has_no_sheet: 'Die Arbeitsmappe hat kein Blatt „{sheet}“. Sie hat {sheets}.',
  spreadsheet_has_no_sheet: 'Die Tabelle hat kein Blatt „{sheet}“. Sie hat {sheets}.',

  is_opendocument:
    'Das ist ein Text, eine Zeichnung oder eine Präsentation von OpenDocument, keine Tabelle. Fordern Sie die .ods, .xlsx oder .csv an, aus der die Datei entstand.',
  is_binary_excel:
    'Das ist eine binäre Excel-Arbeitsmappe (.xlsb). Öffnen Sie sie in Excel und speichern Sie sie als .xlsx.',
  is_numbers:
    'Das ist ein Dokument von Apple Numbers. Exportieren Sie es aus Numbers als Excel (.xlsx) oder CSV.',
  is_other_document:
    'Das ist ein Textdokument oder eine Präsentation, keine Tabelle. Fordern Sie die .xlsx oder .csv an, aus der die Datei entstand.',
  is_other_zip:
    'Das ist ein Zip-Archiv ohne Arbeitsmappe. Entpacken Sie es zuerst und laden Sie dann den Inhalt.',

  package_damaged:
    'Die Arbeitsmappe ist beschädigt oder wurde unterwegs abgeschnitten: Sie lässt sich nicht entpacken. Fordern Sie sie noch einmal an.',
  package_of_many_parts:
    'Die Arbeitsmappe besteht aus {parts} Teilen; höchstens {most} können gelesen werden. Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie neu.',
  package_part_twice:
    'Die Arbeitsmappe enthält den Teil „{part}“ zweimal, deshalb ist ihr Inhalt nicht sicher. Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie neu.',
  package_part_grows:
    'Der Teil „{part}“ wächst beim Entpacken von {packed} auf {unpacked} Bytes, mehr als das {most}-Fache. Er wird nicht gelesen, weil er den Speicher erschöpfen könnte. Speichern Sie die Arbeitsmappe in einem Tabellenprogramm neu.',
  package_part_outside:
    'Die Arbeitsmappe enthält einen Teil, dessen Name aus ihr hinausführt. Sie wird nicht gelesen. Speichern Sie sie in einem Tabellenprogramm neu.',
  package_method_unknown:
    'Die Arbeitsmappe ist mit einem Verfahren gepackt ({method}), das kein Tabellenprogramm verwendet. Entpacken Sie sie und packen Sie sie mit dem üblichen Verfahren (Deflate), oder speichern Sie sie in einem Tabellenprogramm neu.',
  package_method_unnamed:
    'Die Arbeitsmappe ist mit einem Verfahren gepackt (Nummer {method}), das kein Tabellenprogramm verwendet. Entpacken Sie sie und packen Sie sie mit dem üblichen Verfahren (Deflate), oder speichern Sie sie in einem Tabellenprogramm neu.',

  part_not_well_formed:
    'Der Teil „{part}“ der Arbeitsmappe ist kein wohlgeformtes XML. Öffnen Sie die Datei in einem Tabellenprogramm und speichern Sie sie neu.',
  part_begins_otherwise:
    'Der Teil „{part}“ der Arbeitsmappe beginnt mit „{element}“, was dort nicht hingehört. Öffnen Sie die Datei in einem Tabellenprogramm und speichern Sie sie neu.',
  part_with_document_type:
    'Der Teil „{part}“ der Arbeitsmappe deklariert einen Dokumenttyp, was kein Tabellenprogramm tut. Er wird nicht gelesen.',
  parts_named_otherwise:
    'Die Tabelle benennt ihre Teile nicht wie OpenDocument. Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie neu.',

  sheet_listed_only:
    'Das Blatt „{sheet}“ steht im Verzeichnis der Arbeitsmappe, fehlt aber in der Datei. Öffnen Sie die Datei in einem Tabellenprogramm und speichern Sie sie neu.',
  no_sheet_with_cells:
    'Die Arbeitsmappe hat kein Blatt mit Zellen. Fordern Sie die Datei an, aus der sie entstand.',
  sheet_name_twice:
    'Die Arbeitsmappe hat zwei Blätter namens „{sheet}“. Benennen Sie eines in einem Tabellenprogramm um und speichern Sie die Datei neu.',
  row_number_too_high:
    'Blatt „{sheet}“ hat eine Zeile mit der Nummer {row}; ein Blatt endet bei Zeile {last}, deshalb lassen sich seine Zeilen nicht unterscheiden. Öffnen Sie die Datei in einem Tabellenprogramm und speichern Sie sie neu.',
  row_number_unusable:
    'Blatt „{sheet}“ hat nach Zeile {row} eine Zeile mit der Nummer „{number}“. Öffnen Sie die Datei in einem Tabellenprogramm und speichern Sie sie neu.',
  cell_nowhere:
    'Eine Zelle in Zeile {row} des Blatts „{sheet}“ gibt als Ort „{place}“ an, den kein Blatt hat. Öffnen Sie die Datei in einem Tabellenprogramm und speichern Sie sie neu.',
  cell_in_other_row:
    'Eine Zelle in Zeile {row} des Blatts „{sheet}“ gibt an, in Zeile {other} zu stehen. Öffnen Sie die Datei in einem Tabellenprogramm und speichern Sie sie neu.',
  row_beyond_last:
    'Blatt „{sheet}“ hat Text in Zeile {row}; ein Blatt endet bei Zeile {last}. Öffnen Sie die Datei in einem Tabellenprogramm, löschen Sie Überflüssiges und speichern Sie sie neu.',
  rows_repeated_too_often:
    'Blatt „{sheet}“ gibt in Zeile {row} an, dass seine Zeilen mehr als {most} Zellen wiederholen. Es wird nicht gelesen, weil es den Speicher erschöpfen könnte. Löschen Sie die wiederholten Zeilen und speichern Sie die Datei neu.',

  too_many_rows: 'Blatt „{sheet}“ hat mehr als {most} Zeilen. Teilen Sie es in mehrere Dateien auf.',
  too_many_columns:
    'Zeile {row} des Blatts „{sheet}“ hat Text in Spalte {column}; höchstens {most} Spalten können gelesen werden. Entfernen Sie überflüssige Spalten.',
  too_many_merges:
    'Blatt „{sheet}“ hat mehr als {most} verbundene Bereiche. Heben Sie die Verbindungen auf und speichern Sie die Datei neu.',
  cell_too_long:
    'Eine Zelle in Zeile {row}, Spalte {column} des Blatts „{sheet}“ hat {characters} Zeichen; höchstens {most} können gelesen werden. Vielleicht fehlt in der Nähe ein Anführungszeichen.',
  sheets_too_large:
    'Die Blätter der Arbeitsmappe enthalten zusammen mehr als {most} {unit, select, bytes {Bytes (entpackt)} rows {Zeilen} other {Zeichen}}. Teilen Sie sie in mehrere Dateien auf.',
} as const
