// German messages of reading files: what a file is, why it cannot be read, and why a batch cannot be read or mapped.
import { importTextMessages } from './text.ts'
import { importWorkbookMessages } from './workbook.ts'

export const importMessages = {
  ...importTextMessages,
  ...importWorkbookMessages,

  of_file: '{name}: {why}',
  only_file: 'Das ist die einzige Datei des Stapels. Löschen Sie den Stapel, um sie zu entfernen.',
  no_such_file: 'Der Stapel hat keine solche Datei. Sehen Sie seine Dateien noch einmal an.',
  file_missing:
    'An dieser Stelle gibt es keine Datei „{name}“. Prüfen Sie den Pfad; vielleicht wurde sie verschoben oder umbenannt.',
  file_unreadable:
    'Die Datei „{name}“ lässt sich nicht öffnen ({code}). Prüfen Sie, ob Sie sie lesen dürfen und kein anderes Programm sie sperrt.',
  copy_damaged: 'Die Kopie von „{name}“ im Datenordner ist beschädigt. Laden Sie die Datei noch einmal.',
  file_is_folder: 'Das ist ein Ordner, keine Datei. Wählen Sie die Tabelle darin.',
  file_not_ordinary:
    'Das ist {kind, select, pipe {eine Pipe zwischen Programmen} socket {ein Socket zwischen Programmen} other {ein Gerät}}, keine Datei. Wählen Sie eine Tabellendatei.',
  file_changed:
    'Die Datei wurde während des Lesens geändert. Schließen Sie sie in anderen Programmen und laden Sie sie erneut.',
  file_empty: 'Die Datei ist leer (0 Bytes). Fordern Sie sie noch einmal an.',

  is_archive:
    'Das ist ein Archiv ({format, select, package {Paket} other {{format}}}), keine Tabelle. Entpacken Sie es zuerst und laden Sie dann den Inhalt.',
  is_split_archive:
    'Das ist ein Teil eines aufgeteilten Zip-Archivs. Legen Sie alle Teile in einen Ordner, entpacken Sie das Archiv und laden Sie dann den Inhalt.',
  is_gzip:
    'Das ist eine mit gzip komprimierte Datei. Entpacken Sie sie zuerst und laden Sie dann den Inhalt.',
  is_image:
    'Das ist ein Bild ({format, select, icon {Symbol} other {{format}}}), keine Tabelle. Fordern Sie die .xlsx oder .csv an, aus der es entstand.',
  is_media:
    'Das ist eine {kind, select, video {Videodatei} sound {Tondatei} other {Ton- oder Videodatei}}, keine Tabelle. Fordern Sie die .xlsx oder .csv an, aus der sie entstand.',
  is_program:
    'Das ist ein Programm ({system, select, macos_or_java {macOS oder Java} script {Skript} other {{system}}}), keine Tabelle. Starten Sie es nicht; fordern Sie die .xlsx oder .csv an.',
  is_data_file: 'Das ist eine Datendatei ({format}), keine Tabelle. Exportieren Sie sie als .csv.',
  is_database:
    'Das ist eine Datenbank ({format}), keine Tabelle. Exportieren Sie die gewünschte Tabelle als .csv.',
  is_pdf: 'Das ist ein PDF, keine Tabelle. Fordern Sie die .xlsx oder .csv an, aus der es entstand.',
  is_rtf: 'Das ist ein RTF-Dokument, keine Tabelle. Fordern Sie die .xlsx oder .csv an, aus der es entstand.',
  is_excel_before_1995:
    'Das ist eine Excel-Datei aus der Zeit vor 1995 (.xls). Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx.',
  is_lotus:
    'Das ist eine Tabelle von Lotus 1-2-3. Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx.',
  is_old_excel:
    'Das ist eine alte Excel-Datei (.xls). Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx.',
  is_damaged_document:
    'Das ist eine alte Datei von Microsoft Office, die beschädigt ist oder unterwegs abgeschnitten wurde. Fordern Sie die .xlsx oder .csv an, aus der sie entstand.',
  is_old_document:
    'Das ist ein altes Dokument von Microsoft Office, keine Tabelle. Fordern Sie die .xlsx oder .csv an, aus der es entstand.',
  is_known_document:
    'Das ist {kind, select, word {ein Word-Dokument (.doc)} powerpoint {eine PowerPoint-Präsentation (.ppt)} visio {eine Visio-Zeichnung} outlook {eine Outlook-Nachricht (.msg)} works {eine Tabelle von Microsoft Works} other {ein Windows-Installationspaket (.msi)}}, also ein altes Dokument von Microsoft Office und keine lesbare Tabelle. Fordern Sie die .xlsx oder .csv an, aus der es entstand.',
  is_companion:
    'Das ist die Begleitdatei, die macOS neben einer Datei ablegt, nicht die Tabelle. Wählen Sie die Datei, deren Name nicht mit „._“ beginnt.',
  is_shortcut:
    'Das ist eine Verknüpfung mit einer Datei, nicht die Datei selbst. Wählen Sie die Datei, auf die sie verweist.',
  is_lock_file:
    'Das ist die Notiz, die ein Tabellenprogramm ablegt, solange „{name}“ darin geöffnet ist. Laden Sie „{name}“ selbst.',
  is_mhtml:
    'Das ist eine als eine Datei gespeicherte Webseite (MHTML). Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx.',
  is_html:
    'Das ist eine Webseite (HTML), was auch immer ihr Name sagt. Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx.',
  is_xhtml:
    'Das ist eine Webseite (XHTML), was auch immer ihr Name sagt. Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx.',
  is_svg: 'Das ist ein Bild (SVG), keine Tabelle. Fordern Sie die .xlsx oder .csv an, aus der es entstand.',
  is_excel_2003:
    'Das ist eine XML-Tabelle von Excel 2003. Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx.',
  is_xml:
    'Das ist eine XML-Datei, keine Tabelle. Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx.',
  is_sylk:
    'Das ist eine SYLK-Datei (.slk). Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx oder .csv.',
  is_dif:
    'Das ist eine DIF-Datei (.dif). Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie als .xlsx oder .csv.',
  is_json: 'Das sind JSON-Daten, keine Tabelle. Exportieren Sie sie als .csv.',
  is_zeros:
    'Die Datei enthält nur Nullen: Sie wurde nicht bis zum Ende kopiert oder heruntergeladen. Fordern Sie sie noch einmal an.',
  is_binary:
    'Das ist weder Tabelle noch Text: Programmdaten, eine verschlüsselte Datei oder eine beschädigte. Fordern Sie die .xlsx oder .csv an, aus der sie entstand.',

  reader_stalled:
    'Das Lesen wurde abgebrochen: {seconds} Sekunden lang kam nichts. Vielleicht ist die Datei beschädigt, oder ihr Laufwerk antwortet nicht. Kopieren Sie sie auf diesen Rechner und laden Sie sie erneut.',
  reader_crashed:
    'Das Lesen ist durch einen Fehler dieses Programms abgestürzt; sonst wurde nichts beschädigt. Öffnen Sie die Datei in einem Tabellenprogramm, speichern Sie sie als .csv oder .xlsx und laden Sie diese.',
  reader_memory:
    'Das Lesen wurde abgebrochen: Die Datei braucht mehr als {mebibytes} MiB Speicher. Teilen Sie sie in mehrere Dateien auf, oder speichern Sie ihre Blätter als .csv.',

  loading_broke:
    'Das Laden endete durch einen Fehler von Carryover ({why}). Dabei wurde nichts gesendet. Laden Sie die Datei erneut: Früher Gesendetes ist bekannt und wird nicht noch einmal gesendet. Melden Sie den Fehler, wenn er wieder auftritt.',
  rows_stay_as_read:
    'Konten des Stapels {batch} wurden gesendet, deshalb bleiben seine Zeilen, wie sie gelesen wurden. Laden Sie die Datei als neuen Stapel.',
  rows_stay_as_they_are:
    'Konten des Stapels {batch} wurden gesendet, deshalb bleiben seine Zeilen, wie sie sind. Halten Sie die Konten stattdessen zurück, oder schließen Sie sie aus.',
  edits_over_cells:
    '{edits, plural, one {Eine Änderung liegt über den Zellen dieses Stapels und könnte} other {# Änderungen liegen über den Zellen dieses Stapels und könnten}} nach erneutem Lesen auf anderen Zellen liegen. Machen Sie sie zuerst rückgängig, oder laden Sie die Datei als neuen Stapel.',
  edits_over_other_file:
    '„{name}“ ist nicht mehr die Datei, die gelesen wurde, und {edits, plural, one {eine Änderung liegt} other {# Änderungen liegen}} über ihren Zellen. Legen Sie die Datei wieder ab, wie sie war, machen Sie {edits, plural, one {die Änderung} other {die Änderungen}} rückgängig, oder laden Sie die Datei als neuen Stapel.',
  batch_is_loading: 'Stapel {batch} wird noch geladen. Warten Sie, bis er fertig ist.',
  no_such_sheet: 'Stapel {batch} hat kein Blatt {sheet}.',

  no_header_row: 'Kein sichtbares Blatt dieser Datei hat eine Kopfzeile, deshalb gibt es nichts zuzuordnen.',
  nothing_to_propose: 'Es gibt keine Spalte „{column}“ auf „{sheet}“ oder kein Feld „{field}“ im Katalog.',
  catalogue_not_chosen:
    'Für die Verbindung „{connection}“ wurde noch kein Katalog gewählt. Wählen Sie ihn unter Verbindungen: den des Dienstes, einen aus einer Datei oder, nur zum Üben, den Beispielkatalog.',
  mapping_stays:
    'Konten dieses Stapels wurden schon gesendet, deshalb bleibt seine Zuordnung, wie sie ist. Laden Sie die Datei als neuen Stapel, um sie anders zuzuordnen.',
  no_such_template: 'Es gibt keine Vorlage „{name}“.',
  template_too_large: '„{name}“ ist zu groß für eine Vorlage.',
  template_not_readable: '„{name}“ kann nicht gelesen werden: {why}.',
  no_code: 'Ohne Code',
  version_of_file: 'Version {version, number} dieser Datei',
} as const
