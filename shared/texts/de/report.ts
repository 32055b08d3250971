// German messages of reports: why one could not be written, and the texts of the summary and of `results.xlsx`.
import type { reportMessages as english } from '../en/report.ts'
import type { Translation } from '../texts.ts'

const summaryMessages = {
  account: 'Konto {account}',
  accounts: 'Konten',
  all: 'Alle',
  all_accounts: 'Alle Konten',
  all_held: 'Alle zurückgehaltenen und ausgeschlossenen Konten',
  all_problems: 'Alle Probleme',
  all_sheets: 'Alle Blätter',
  by_supplier: 'Konten nach Lieferant',
  by_wave: 'Konten nach Welle',
  bytes: 'Byte',
  catalogue: 'Katalog',
  catalogue_named: '{title}{illustrative, select, yes { (nur zur Anschauung)} other {}}',
  printed_page: 'Seite {page} von {pages}',
  not_listed: 'Nicht in der Liste',
  choose_listed: 'Bitte wählen Sie einen Eintrag der Liste.',
  cell_cut: 'von Carryover nach {most, number} Zeichen abgeschnitten',
  cells_cut:
    '{cells, plural, one {# Zelle wurde} other {# Zellen wurden}} in results.xlsx nach 32.767 Zeichen abgeschnitten; results.csv enthält sie ganz.',
  cells_filled:
    '{cells, plural, one {# leere Zelle wurde} other {# leere Zellen wurden}} mit dem Text der Zelle darüber gefüllt, wie beim Lesen der Datei gewünscht. Die Ergebnisse zeigen diese Zellen wie in der Datei; filled_columns nennt sie.',
  cells_without_column:
    '{cells, plural, one {# Zelle steht rechts von der letzten Überschrift ihres Blatts und ist} other {# Zellen stehen rechts von der letzten Überschrift ihres Blatts und sind}} nicht in den Ergebnissen.',
  check: 'Prüfung',
  checks_left: 'Dem Dienst überlassene Prüfungen',
  checks_left_note:
    'Eigene Prüfungen von Carryover, über die Spezifikation des Dienstes hinaus, die eine Person dem Dienst überlassen hat. Was der Dienst zu diesen Konten sagte, steht in den Ergebnissen.',
  code: 'Code',
  connection: 'Verbindung',
  created_note:
    'Stapel {batch} · Carryover {version} · „Angelegt“ heißt, dass das Konto auf der Plattform besteht, nicht, dass seine Migration abgeschlossen ist.',
  control_cells: 'Zellen',
  control_current: 'Mit Änderungen',
  control_no_number: '{cells, plural, one {# Zelle ist keine Zahl} other {# Zellen sind keine Zahlen}}',
  control_note:
    'Vergleichen Sie die erste Zahl mit der Summe dessen, der die Datei erstellt hat. Die Zahlen nach Ergebnis ergeben zusammen diese Summe.',
  control_part: '{part, select, source {In der Datei} no_account {Ohne Konto} other {{part}}}',
  control_sum: 'Summe',
  control_totals: 'Kontrollsummen',
  decided: 'Entschieden',
  decided_by: 'Entschieden von',
  decision: 'Entscheidung',
  compared_kind:
    '{kind, select, new_problems {Neue Probleme} solved {Gelöst} other_problems {Andere Probleme} changed {Anderes Ergebnis} only_first {Nur auf der ersten Seite} only_second {Nur auf der zweiten Seite} same_problems {Gleiche Probleme} other {Gleiches Ergebnis}}',
  compared_result:
    '{result, select, created {Angelegt} already_there {Schon vorhanden} whose_account_unsure {Vorhanden, Herkunft unbekannt} dry_run {Probelauf} failed {Fehlgeschlagen} cancelled {Abgebrochen} dry_run_failed {Probelauf fehlgeschlagen} with_member {Bei anderer Person} in_progress {In Bearbeitung} unconfirmed {Unbestätigt} queued {In der Warteschlange} ready {Sendebereit} not_validated {Nicht geprüft} to_fix {Zu korrigieren} held {Zurückgehalten} excluded {Ausgeschlossen} validated {Geprüft} other {Abgelehnt}}',
  compared_side: '{name} (Stapel {batch}{pass, plural, =0 {} other {, Prüfung #}})',
  compared_problems: 'Probleme: {side}',
  compared_change: 'Änderung',
  compared_data: 'Daten',
  compared_same_data: '{same, select, true {Gleich} other {Verschieden}}',
  compared_account: 'Konto',
  compared_sheet: 'Vergleich',
  compared_not_written:
    'Der Vergleich konnte nicht nach {path} geschrieben werden: {why} Wählen Sie einen anderen Ordner oder schaffen Sie Platz und versuchen Sie es noch einmal.',
  ending:
    '{ending, select, created {Angelegt} already_there {Schon vorhanden} whose_account_unsure {Vorhanden, Herkunft unbekannt} dry_run {Probelauf} failed {Fehlgeschlagen} cancelled {Abgebrochen} dry_run_failed {Probelauf fehlgeschlagen} with_member {Bei anderer Person} in_progress {In Bearbeitung} unconfirmed {Unbestätigt: gesendet, Ergebnis unbekannt} queued {In der Warteschlange} ready {Sendebereit, nicht freigegeben} not_validated {Nicht geprüft} to_fix {Mit Fehlern oder abgelehnt} held {Zurückgehalten} other {Ausgeschlossen: nicht zu übertragen}}',
  ending_group:
    '{group, select, there {Auf der Platt\u00adform} dry_run {Probe\u00adlauf} on_the_way {Unter\u00adwegs} not_released {Nicht frei\u00adgegeben} to_fix {Zu korri\u00adgieren} held {Zurück\u00adgehalten} failed {Fehl\u00adge\u00adschlagen oder abge\u00adbrochen} with_member {Bei an\u00adderer Per\u00adson} other {Aus\u00adge\u00adschlossen}}',
  blank_rows:
    '{sheet}: {rows, plural, one {# leere Zeile wurde} other {# leere Zeilen wurden}} ausgelassen: {ranges}{more, plural, =0 {} one { und # weiterer Bereich} other { und # weitere Bereiche}}. Leere Zeilen zählen nicht als gelesene Zeilen.',
  environment: '{environment, select, practice {ÜBUNG} test {TESTSYSTEM} other {PRODUKTION}}',
  excluded: 'Ausgeschlossen',
  file: 'Datei',
  files: 'Dateien dieses Berichts',
  held: 'Zurückgehalten',
  held_and_excluded: 'Zurückgehalten und ausgeschlossen',
  held_too:
    '{accounts, plural, one {# Konto der anderen Zeilen wird} other {# Konten der anderen Zeilen werden}} ebenfalls zurückgehalten.',
  held_until:
    '{times, plural, one {bis {first}} other {bis {first}, die letzten bis {last} (# Zeitpunkte)}}{others, plural, =0 {} one {; # Konto, bis jemand das Zurückhalten beendet} other {; # Konten, bis jemand das Zurückhalten beendet}}',
  held_without_time: 'bis jemand das Zurückhalten beendet',
  import_supplier: 'Import-Lieferant',
  in_accounts: 'In Konten',
  lead: '{rows, plural, one {# Zeile} other {# Zeilen}} gelesen, {accounts, plural, one {# Konto} other {# Konten}}, davon {there, number} auf der Plattform',
  left_out: 'Ausgelassen',
  mapping: 'Zuordnung',
  mapping_of: 'angewendet {time}, Fassung',
  no_accounts: 'Keine Konten',
  no_catalogue: 'keiner',
  no_code: 'ohne Code',
  filled_from_above: 'Aus der Zelle darüber gefüllt',
  no_connection: 'Keine Verbindung',
  no_mapping: 'keine',
  no_problems: 'Keine Probleme.',
  no_supplier: 'Ohne Lieferant',
  no_wave: 'Nie freigegeben oder wieder zurückgezogen',
  not_mapped: 'Nicht zugeordnet',
  page: 'Seite {page, number} von {pages, number}',
  other_codes: '{codes, plural, one {# weiterer Code,} other {# weitere Codes, alle}} in errors.csv',
  other_decisions:
    '{decisions, plural, one {# weitere Entscheidung,} other {# weitere Entscheidungen, alle}} in results.csv',
  outcome: 'Ergebnis',
  over: 'Migrationsbericht · Stand {time}',
  overruled:
    '{scope, select, problem {ein Problem} cause {eine Ursache} other {jede solche Prüfung}}{place_is_known, select, yes {: {place}} other {}}',
  problems: 'Probleme',
  problems_by_code: 'Probleme nach Code',
  read_at: 'Gelesen',
  reason: 'Grund',
  reconciled: 'Jede gelesene Zeile ist nachgewiesen. 0 Zeilen ungeklärt.',
  reconciliation: 'Abgleich',
  rows: 'Zeilen',
  rows_by_sheet: 'Zeilen nach Blatt und nach dem Ergebnis ihrer Konten',
  rows_read: 'Zeilen gelesen',
  share: 'Anteil',
  share_of_problems: '{share} aller Probleme',
  sheet: 'Blatt',
  sheet_role: '({role, select, main {Hauptblatt} linked {verknüpft} other {nicht zugeordnet}})',
  sign_accepted: 'Abgenommen von',
  sign_checked: 'Geprüft von',
  sign_date: 'Datum',
  sign_off: 'Abnahme',
  sign_off_note: 'Jede Unterschrift bestätigt, dass die obigen Zahlen geprüft wurden.',
  sign_prepared: 'Erstellt von',
  sign_signature: 'Unterschrift',
  size: 'Größe',
  size_bytes: '{bytes, number} Byte',
  source: 'Quelle',
  stray: 'Ohne Konto',
  supplier_column: 'Lieferant',
  supplier_of_file: 'laut Datei',
  title: '{batch}: Migrationsbericht',
  unexplained: 'Ungeklärt',
  unexplained_rows:
    '{rows, number} ungeklärt. Unterschreiben Sie diesen Bericht nicht, bevor die Ursache bekannt ist.',
  withheld: 'Weggelassene Spalten',
  withheld_note: 'Die Dateien dieses Berichts enthalten nicht die Texte dieser Spalten: {columns}',
  withheld_sensitive_note:
    'Die Dateien dieses Berichts enthalten nicht die Texte dieser Spalten, weil sie vertraulich sind: {columns}',
  withheld_sentence: 'Hier nicht gesagt: Der Text dieser Spalte ist aus dem Bericht weggelassen.',
  withheld_sensitive_sentence:
    'Hier nicht gesagt: Die Spalte ist vertraulich, ihr Text ist aus dem Bericht weggelassen. Korrigieren Sie die Zelle unter „Korrigieren“ oder schreiben Sie den richtigen Text anstelle von {mark}; oder lassen Sie die Spalte zeigen und erstellen Sie den Bericht erneut.',
  wave: 'Welle {number, number}',
  wave_column: 'Welle',
  wave_released:
    '{how, select, plan {freigegeben {time} durch den Plan} other {freigegeben {time} von {by}}}',
  account_column: 'Konto',
  accounts_by_outcome: 'Konten nach Ergebnis',
  as_of: 'Stand',
  codes: 'Codes',
  codes_without_sheet:
    '{codes, plural, one {# Code hat} other {# Codes haben}} kein eigenes Blatt; alle Probleme stehen in errors.csv.',
  decision_by: 'Zurückgehalten von',
  decision_reason: 'Grund des Zurückhaltens',
  decision_until: 'Zurückgehalten bis',
  done_at: 'Fertig',
  ending_sheet:
    '{ending, select, created {Angelegt} already_there {Schon vorhanden} whose_account_unsure {Vorhanden, Herkunft unbekannt} dry_run {Probelauf} failed {Fehlgeschlagen} cancelled {Abgebrochen} dry_run_failed {Probelauf fehlgeschlagen} with_member {Bei anderer Person} in_progress {In Bearbeitung} unconfirmed {Unbestätigt} queued {In der Warteschlange} ready {Sendebereit} not_validated {Nicht geprüft} to_fix {Zu korrigieren} held {Zurückgehalten} other {Ausgeschlossen}}',
  environment_of: 'Umgebung',
  existing_account: 'Vorhandenes Konto',
  first_sent: 'Zuerst gesendet',
  overview: 'Übersicht',
  platform_identifier: 'Kennung auf der Plattform',
  program: 'Programm',
  service_status: 'Status des Dienstes',
  source_rows: 'Quellzeilen',
} as const

export const reportMessages = {
  ...summaryMessages,
  cancelled:
    '{file, select, pack {Der Fragebogen} other {Der Bericht}} wurde abgebrochen. Keine seiner Dateien wurde behalten.',
  table_cancelled: 'Das Speichern der Tabelle wurde angehalten. Ihre Datei wurde nicht behalten.',
  ended_early:
    'Der Bericht endete, bevor er vollständig war; keine seiner Dateien wurde behalten. Erstellen Sie ihn erneut.',
  file_exists: 'In {folder} gibt es schon {files}. Es wurde nichts kopiert: Wählen Sie einen anderen Ordner.',
  none_to_copy: 'Es gibt noch keinen Bericht. Erstellen Sie zuerst den Bericht.',
  folder_not_usable:
    '{file, select, pack {Der Fragebogen} other {Der Bericht}} konnte nicht in {folder} geschrieben werden ({code}). Wählen Sie einen Ordner, in den Sie schreiben dürfen, und schließen Sie seine Dateien in anderen Programmen.',
  no_room:
    'In {folder} ist kein Platz mehr für {file, select, pack {den Fragebogen} other {den Bericht}}. Schaffen Sie Platz oder wählen Sie einen anderen Ordner; keine seiner Dateien wurde behalten.',
  key_withheld:
    '{column} auf dem Blatt {sheet} enthält die Schlüssel, mit denen jede Datei die Konten benennt, und kann nicht weggelassen werden.',
  no_such_column: 'Das Blatt {sheet} hat keine Spalte {column}. Wählen Sie die Spalten neu.',
  no_such_batch: 'Es gibt keinen Stapel {batch}. Laden Sie die Liste der Stapel neu.',
  under_way:
    'In {folder} wird gerade ein anderer Bericht geschrieben. Warten Sie auf sein Ende oder wählen Sie einen anderen Ordner.',
} as const satisfies Translation<typeof english>
