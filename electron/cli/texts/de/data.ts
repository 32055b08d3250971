// German texts of the command line's files and folders: the data folder, connections, backups, keys and mappings, and
// of its ends.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { data as english } from '../en/data.ts'

const folder = {
  checking: 'Der Datenordner wird geprüft, bevor etwas gesendet wird …',
  noData: 'In {folder} gibt es keine Daten von Carryover. Prüfen Sie --data-dir.',
  badKey:
    'CARRYOVER_RECOVERY_KEY ist kein Wiederherstellungsschlüssel. Er hat 55 Buchstaben und Ziffern in Fünfergruppen: Prüfen Sie, ob etwas fehlt oder vertippt ist.',
  notEncrypted:
    'Der Datenordner {folder} ist nicht verschlüsselt: Wer ihn lesen darf, darf die Daten lesen. Ein neuer Ordner wird mit dem Schlüssel in CARRYOVER_RECOVERY_KEY verschlüsselt; „carryover recovery-key“ gibt einen aus.',
  newKey:
    'Bewahren Sie ihn sicher auf: Ohne ihn kann niemand die Daten lesen. Setzen Sie CARRYOVER_RECOVERY_KEY auf ihn, wann immer Sie einen damit verschlüsselten Datenordner verwenden.',
  nothingYet: 'In {folder} wurde noch nichts gespeichert.',
  noBatches: 'Noch keine Stapel.',
  failed: 'fehlgeschlagen: {why}',
  accounts: '{accounts, plural, one {# Konto} other {# Konten}}',
  created: '{accounts} angelegt',
  needsYou: 'wartet auf Sie: {need}',
  stopped: 'von einer Bremse angehalten',
  unfinished: 'unfertig',
  handedOver: 'übergeben',
  wavesReleased: '{released} von {all} Wellen freigegeben',
} as const

const operator = {
  given: '{name}',
  ofSystem: '{name} (der Benutzer des Systems; niemand hat einen Namen angegeben)',
  notAName: 'Ein Name hat 1 bis 100 Zeichen.',
} as const

const report = {
  noColumn: 'Es gibt keine Spalte „{name}“ in diesem Stapel. Nennen Sie sie als BLATT!SPALTE.',
  severalColumns: 'Mehrere Blätter haben eine Spalte „{name}“. Nennen Sie eine von: {columns}',
} as const

/** Korrekturen einer fix-me.xlsx. */
const repairs = {
  notKnown:
    '{file} ist keine Korrekturdatei eines Stapels in diesem Datenordner. Sie kann als eigener Stapel geladen werden: "carryover run".',
  isFixFile:
    '{file} ist eine Korrekturdatei von Stapel {batch} ({name}). Sie wird jetzt ein eigener Stapel; ihre Korrekturen dort übernehmen: {command}',
  of: '{file}: Korrekturen zu Stapel {batch} ({name}), aus seinem Bericht vom {at}',
  appliedBefore: 'Korrekturen dieser Datei wurden schon einmal übernommen: {at}.',
  kind: '{n, number} {kind, select, answered {korrigiert} refused {korrigiert, weiter falsch} not_choice {korrigiert, nicht in der Liste} twice {in kopierten Zeilen mit verschiedenen Texten} edited {hier inzwischen geändert} locked {nicht mehr änderbar} gone {nicht mehr da} mixed_up {durch Sortieren vertauscht} foreign {als Zeilen hinzugefügt} row_deleted {als Zeilen gelöscht} already {schon eingetragen} other {ohne Änderung}}{takes, select, yes {} other {: nicht übernommen}}',
  rowInFile: 'Zeile {row} der Datei',
  change: '{before} -> {after}',
  more: 'und {more} weitere',
  unchanged: '{n, plural, one {# Zelle} other {# Zellen}} unverändert',
  question:
    '{n, plural, one {# Korrektur} other {# Korrekturen}} in Stapel {batch} übernehmen? Geben Sie ja ein: ',
  nothingChanged: 'Nichts wurde geändert.',
  needsYes: 'Nichts wurde geändert: --yes übernimmt {n, plural, one {# Korrektur} other {# Korrekturen}}.',
  applied:
    'Übernommen: {cells, plural, one {# Zelle} other {# Zellen}} in {accounts, plural, one {# Konto} other {# Konten}}. Es ist eine Änderung, die sich im Fenster rückgängig machen lässt.',
} as const

/** Konten vieler Schlüssel. */
const find = {
  noKeys: '{file} enthält keinen Schlüssel.',
  tooMany: 'Das sind {n, number} Schlüssel. Höchstens {most, number} werden auf einmal nachgeschlagen.',
  tooLong: 'Ein Schlüssel hat höchstens {most, number} Zeichen.',
  result: '{found, number} gefunden, {missing, number} nicht gefunden',
  textResult:
    '{found, plural, =0 {Kein Konto gefunden} one {# Konto gefunden} other {# Konten gefunden}}{more, select, yes {; es kann mehr geben} other {}}',
  oneOfTwo: 'Geben Sie an, was gesucht wird: einen Text oder --keys DATEI.',
} as const

const connections = {
  none: 'Noch keine Verbindungen.',
  unknown: 'Es gibt keine Verbindung „{name}“. "carryover connections list" nennt die gespeicherten.',
  notYet: 'Es gibt noch keine Verbindung „{name}“: Geben Sie mit --base-url an, wohin sie führt.',
  fellBack:
    'Die Adresse hat sich geändert, daher ist es ab jetzt Produktion; --environment test ändert dies für die neue.',
  isProduction:
    'Es ist nicht angegeben, was dort antwortet, daher ist es Produktion; --environment test ändert dies.',
  noCatalogue: 'Sie hat noch keinen Katalog: --catalogue DATEI gibt ihr einen.',
  removed: '„{name}“ wurde entfernt.',
  saved: '„{name}“ wurde gespeichert: {line}',
  unchanged: 'An „{name}“ hat sich nichts geändert.',
  changed: '„{name}“ wurde geändert:',
  catalogue: 'Katalog {catalogue}',
  environment: '{environment, select, practice {ÜBUNG} test {TESTSYSTEM} other {PRODUKTION}}',
} as const

const backups = {
  none: 'In {folder} gibt es keine Sicherung.',
  holds: 'Stapel {batches}, Konten {accounts}',
  notReadable: 'nicht lesbar',
  allTheSame: 'Trotzdem ersetzen: --replace-sound.',
  restored:
    '{name} wurde in {folder} wiederhergestellt; was seit {since} eingegeben wurde, ist nicht darin. Die ersetzten Dateien bleiben daneben erhalten. Der Status des seither womöglich Gesendeten wird gelesen, bevor es gesendet wird: Weiter geht es mit "carryover resume".',
  noCopy: '{folder} ist keine Kopie: Es ist der zuletzt verwendete Ordner, und nichts wurde geändert.',
  retired:
    '{folder} wird ab jetzt verwendet. Der Status des vom Original womöglich Gesendeten wird gelesen, bevor es gesendet wird: Weiter geht es mit "carryover resume".',
} as const

const files = {
  empty:
    'Die {what, select, key_file {Schlüsseldatei} mapping_file {Zuordnungsdatei} other {Datei}} {file} ist leer.',
  missing:
    'Es gibt keine {what, select, key_file {Schlüsseldatei} mapping_file {Zuordnungsdatei} other {Datei}} {file}.',
  notJson:
    'Die {what, select, key_file {Schlüsseldatei} mapping_file {Zuordnungsdatei} other {Datei}} {file} ist kein JSON: {why}.',
  notReadable:
    'Die {what, select, key_file {Schlüsseldatei} mapping_file {Zuordnungsdatei} other {Datei}} {file} kann nicht gelesen werden ({why}).',
  openToOthers:
    'Die {what, select, key_file {Schlüsseldatei} mapping_file {Zuordnungsdatei} other {Datei}} {file} ist für andere auf diesem Rechner zugänglich (Modus {mode}) und wird daher nicht verwendet. Führen Sie "chmod 600 {file}" aus, und ersetzen Sie das Geheimnis, wenn es jemand gelesen haben kann.',
  noKey:
    'Es gibt keinen API-Schlüssel. Setzen Sie ihn in CARRYOVER_API_KEY, oder nennen Sie mit --api-key-file eine Datei.',
  catalogueNotUsable: 'Der Katalog {file} kann nicht verwendet werden: {why}.',
  sandboxSupplier:
    '--supplier {text}: Schreiben Sie CODE=ongoing, CODE=paused, CODE=complete oder CODE=dry-run.',
} as const

const mapping = {
  suggested: '{sheet} · {column} → {field} ({certainty}: {reason})',
  certainty: '{certainty, select, certain {sicher} likely {wahrscheinlich} other {möglich}}',
  fitsNone:
    '{sheet} · {column} passt zu keinem Feld: Ordnen Sie sie zu oder ignorieren Sie sie, bevor Sie diese Zuordnung verwenden',
  columnOfSheet: '„{column}“ ({sheet})',
  columnsFitNone:
    'Kein Feld des Katalogs passt zu {columns, plural, one {der Spalte} other {den Spalten}} {names}. Geben Sie den Vorschlag mit "carryover suggest" aus, vervollständigen Sie ihn (jede Spalte zuordnen oder ignorieren), und nennen Sie ihn mit --mapping.',
} as const

const oddRows = {
  rows: '{rows, plural, one {# Zeile} other {# Zeilen}} der Art {name} ({what}): {places}',
  rowsAndMore:
    '{rows, plural, one {# Zeile} other {# Zeilen}} der Art {name} ({what}): {places} und {more} weitere',
  leftOut: '{rows} ausgelassen',
  kept: '{rows} als Kunden behalten',
  open: '{rows} nicht gesendet, bevor Sie entscheiden: --leave-out {name} oder --keep-rows {name}',
} as const

const filled = {
  cells:
    '{cells, plural, one {# leere Zelle wurde} other {# leere Zellen wurden}} auf „{sheet}“ mit der Zelle darüber gefüllt',
  none: 'Keine Zelle wurde mit der Zelle darüber gefüllt: --fill-down und --fill-merged nennen keine Spalte und kein Blatt mit leeren Zellen.',
} as const

const plan = {
  brakeAfterAlone:
    '--brake-after gehört zu --brake-error-rate: Geben Sie an, bei welchem Anteil angehalten wird.',
  mostWaves:
    '--waves: {sent, plural, one {# Welle wurde} other {# Wellen wurden}} bereits gesendet, und ein Stapel hat höchstens 20 vor dem Rest.',
  noBrakes: '--no-brakes lässt den anderen --brake-Optionen nichts zu setzen: Wählen Sie eines von beiden.',
} as const

const readingHints = {
  delimiter: 'Nennen Sie ein anderes mit --delimiter.',
  encoding: 'Geben Sie mit --encoding NAME an, welche es ist.',
  onlyForText: '--encoding, --delimiter, --quote und --escape sind für Textdateien.',
  plainText: 'Um sie als reinen Text zu lesen: --encoding utf-8.',
  quoteAsText:
    'Um Anführungszeichen als Text zu lesen: --quote none. Andere Wege: --quote single, --escape backslash.',
  quoteOverLines: 'Wenn es eine Zelle ist: --quote double. Wenn Anführungszeichen Text sind: --quote none.',
} as const

const fault = {
  ended:
    'Ein Fehler von Carryover: {why}. Was vorher gespeichert wurde, bleibt erhalten; bitte melden Sie ihn.',
  plain: 'Ein Fehler von Carryover: {why}.',
} as const

const audit = {
  sound:
    'Das Protokoll ist, wie es geschrieben wurde: {lines, plural, =0 {es hat keine Zeilen} one {# Zeile} other {# Zeilen}}.',
  changed: 'Zeile {seq} des Protokolls ist nicht, was geschrieben wurde.',
  missing:
    'Im Protokoll {last, select, same {fehlt Zeile {seq}} other {fehlen die Zeilen {seq} bis {last}}}.',
  moved: 'Zeile {seq} des Protokolls steht hinter einer Zeile, die später geschrieben wurde.',
  cut: 'Das Protokoll endet nach Zeile {seq}, hatte aber {had, plural, one {# Zeile} other {# Zeilen}}.',
  added: 'Das Protokoll hat ab Zeile {seq} Zeilen, die Carryover nicht geschrieben hat.',
  notUsable: '{file} ist kein Export des Protokolls: {why}.',
  noEnd:
    '{file} ist kein Export des Protokolls oder wurde abgeschnitten: Die letzte Zeile ist nicht das Siegel.',
} as const

const purge = {
  none: 'Es gibt keinen Stapel der Verbindung {connection}.',
  goes: 'Stapel {batch} „{name}“ geht: {rows, plural, one {# Zeile} other {# Zeilen}}, {accounts, plural, one {# Konto} other {# Konten}}{unreleased, plural, =0 {} other {, # nie freigegeben}}',
  stays: 'Stapel {batch} „{name}“ bleibt: {why}',
  keptRepairs:
    'Auch {repairs, plural, one {# gemerkte Korrektur früherer Stapel der Verbindung geht} other {# gemerkte Korrekturen früherer Stapel der Verbindung gehen}}.',
  also: 'Auch weg sind: {backups, plural, =0 {keine Sicherung} one {# Sicherung} other {# Sicherungen}}, {copies, plural, =0 {keine beiseitegelegte Kopie} one {# beiseitegelegte Kopie} other {# beiseitegelegte Kopien}}, {uploads, plural, =0 {keine unbenutzte hochgeladene Datei} one {# unbenutzte hochgeladene Datei} other {# unbenutzte hochgeladene Dateien}}. Eine neue Sicherung wird angelegt. Zahlen nach Ergebnis, Vorlagen, Notizen und das Auditprotokoll bleiben.',
  practice: 'Der Übungsdienst vergisst die Konten dieser Stapel.',
  question:
    '{batches, plural, =0 {Das Aufgelistete} one {# Stapel} other {# Stapel}}{batches, plural, =0 {} other { mit {accounts, plural, one {# Konto} other {# Konten}}}} von {connection} endgültig löschen? Nichts bringt die Daten zurück. Wird dieselbe Datei noch einmal geladen, weiß Carryover nicht, dass ihre Konten angelegt wurden: Dann verhindert nur der Dienst ein zweites. Geben Sie ja ein:',
  needsYes: 'Nichts wurde gelöscht: Ohne Terminal geben Sie --yes an.',
  nothingPurged: 'Nichts wurde gelöscht.',
  purged:
    '{batches, plural, =0 {Das Aufgelistete ist gelöscht.} one {# Stapel wurde endgültig gelöscht.} other {# Stapel wurden endgültig gelöscht.}}',
  goesOn:
    '{batches, plural, =0 {Das Aufgelistete ist} one {Die Daten von # Stapel sind} other {Die Daten von # Stapeln sind}} noch nicht ganz weg. Das Löschen geht beim nächsten Start weiter.',
  notAsked:
    '{batches, plural, one {# Stapel hat keine Verbindung und bleibt: --without-connection löscht ihn mit.} other {# Stapel haben keine Verbindung und bleiben: --without-connection löscht sie mit.}}',
}

const retention = {
  notDays: 'Eine Frist hat 1 bis 3.650 Tage.',
  never: 'Abgeschlossene Stapel von {name} bleiben.',
  after:
    'Abgeschlossene Stapel von {name} werden {days, plural, one {# Tag} other {# Tage}} nach ihrer letzten Änderung endgültig gelöscht.',
  question:
    'Abgeschlossene Stapel nach {days, plural, one {# Tag} other {# Tagen}} endgültig löschen? {batches, plural, one {# Stapel hat} other {# Stapel haben}} sich länger nicht geändert und {batches, plural, one {wird} other {werden}} gelöscht, sobald ein Programm den Datenordner öffnet. Nichts bringt die Daten zurück. Geben Sie ja ein:',
  needsYes: 'Die Frist wurde nicht geändert: Ohne Terminal geben Sie --yes an.',
  nothingDone: 'Die Frist wurde nicht geändert.',
} as const

const textExports = {
  saved: 'Gespeichert: {file}',
  notWritten: '{file} kann nicht geschrieben werden: {why}. Eine vorhandene Datei wird nicht ersetzt.',
  noAccount: 'Stapel {batch} hat kein Konto mit dem Schlüssel {key}.',
  severalAccounts:
    'Stapel {batch} hat mehrere Konten mit dem Schlüssel {key}. Exportieren Sie den Versuch im Fenster.',
  neverSent: 'Konto {key} wurde nie gesendet; es gibt keinen Versuch.',
} as const

export const data = {
  folder,
  operator,
  purge,
  retention,
  textExports,
  report,
  repairs,
  find,
  connections,
  backups,
  files,
  mapping,
  oddRows,
  filled,
  plan,
  readingHints,
  fault,
  audit,
} as const satisfies Translation<typeof english>
