// German messages of the engine’s calls, jobs and alerts.
import type { systemMessages as english } from '../en/system.ts'
import type { Translation } from '../texts.ts'

const alertMessages = {
  accounts_put_aside: 'Konten wurden beiseitegelegt',
  accounts_put_aside_why:
    '{accounts, plural, one {# Konto war} other {# Konten waren}} die letzten drei Male unterwegs, als Carryover nicht ordnungsgemäß endete. Sie werden zurückgehalten: Sehen Sie sie an, bevor sie erneut gesendet werden.',
  away: '{connection} antwortet nicht',
  away_why:
    '{url} hat seit mindestens {minutes, plural, one {# Minute} other {# Minuten}} nicht geantwortet. Nichts geht verloren, und das Senden geht von selbst weiter, sobald der Dienst wieder da ist: Prüfen Sie das Netzwerk und fragen Sie den Plattformbetreiber.',
  alerts_broke: 'Carryover kann nicht mehr melden, was auf einen Menschen wartet: {why}',
  changes_lost: 'Änderungen der Datenbank gingen verloren',
  changes_lost_known:
    'Das Versuchsprotokoll nennt {missed, plural, one {# Versuch} other {# Versuche}}, Konten anzulegen, die die Datenbank nicht kennt: Ihre letzten Änderungen gingen verloren, oder eine ältere Kopie trat an ihre Stelle. Der Status dieser Konten wird gelesen, bevor sie gesendet werden, auch wenn ihre Datei erneut geladen wird.',
  changes_lost_unknown:
    '{broken, select, gone {Das Versuchsprotokoll fehlt im Datenordner} damaged {Das Versuchsprotokoll im Datenordner ist beschädigt} behind {Das Versuchsprotokoll endet früher als die Datenbank} other {Versuchsprotokoll und Datenbank stammen aus zwei Kopien des Datenordners} put_back {Das Versuchsprotokoll wurde von einem anderen Programm verändert, oder eine ältere Kopie des Datenordners wurde zurückgespielt} older {Die Datenbank ist älter als das, was das Versuchsprotokoll noch enthält}}, daher können Versuche fehlen. Der Status jedes noch nicht angelegten Kontos wird vor dem Senden gelesen{until_is_known, select, yes {; bis {until} gilt dies auch für erneut geladene Dateien} other {}}.',
  finished: '{batch}: Alles Gesendete ist fertig',
  finished_figures:
    'Angelegt: {created, number} von {accounts, plural, one {# Konto} other {# Konten}}{wrong, plural, =0 {} other {; # fehlgeschlagen}}.{unsent, plural, =0 {} one { # Konto wurde nicht gesendet.} other { # Konten wurden nicht gesendet.}}',
  paused_after_crash: '{place}: Das Senden wartet auf eine Prüfung durch Sie',
  paused_by_fault: '{place}: Ein Fehler von Carryover hat das Senden angehalten',
  paused_for_all: '{place}: für alle angehalten',
  paused_not_permitted: '{place}: Der Dienst erlaubt es nicht',
  paused_not_this_service: '{place}: Es antwortet nicht der Datenimport-Dienst',
  paused_odd_answers: '{place}: Der Dienst antwortet anders, als er es dokumentiert',
  paused_same_refusals: '{place}: Der Dienst lehnt ein Konto nach dem anderen auf dieselbe Weise ab',
  paused_sign_in: '{place}: Anmeldung nötig',
  paused_supplier_closed: '{place}: Der Lieferant nimmt keine Konten an',
  paused_supplier_complete:
    '{place}: Der Lieferant ist abgeschlossen, es werden keine weiteren Konten erwartet',
  paused_supplier_paused: '{place}: Der Lieferant ist angehalten, weitere Konten werden später erwartet',
  shared_identifiers:
    '{batch}: {accounts, plural, one {# Konto} other {# Konten}} mit einer Kennung, die auch ein anderes Konto hat',
  shared_identifiers_why:
    'Der Dienst hat verschiedenen Konten dieselbe Plattformkennung zugewiesen, eine davon ist also womöglich falsch. Der Schritt Verfolgen listet sie auf, der Bericht nennt sie: Fragen Sie den Plattformbetreiber.',
  statuses_not_readable: '{connection}: Status kann nicht gelesen werden',
  stop_and_go_on: '{stop} {go_on}',
  stopped: '{batch}: von einer Bremse angehalten',
  stuck: '{batch}: {accounts, plural, one {# Konto braucht} other {# Konten brauchen}} länger als erwartet',
  stuck_why:
    'Deswegen wird nichts erneut gesendet. Welche es sind und was zu tun ist, zeigt der Schritt Verfolgen.',
  wave_ended: '{batch}: Welle {wave} ist beendet',
  wave_ended_figures:
    'Angelegt: {created, number} von {accounts, plural, one {# Konto} other {# Konten}}{wrong, plural, =0 {} other {; # fehlgeschlagen}}.{waiting, plural, =0 {} one { # Konto wartet darauf, dass Sie die nächste Welle freigeben.} other { # Konten warten darauf, dass Sie die nächste Welle freigeben.}}',
} as const

const stopMessages = {
  go_on_with_none:
    'Davon ist nichts in der Warteschlange: Die Bremsen zählen ab hier neu, und die nächste Welle kann freigegeben werden.{follows, select, yes { Danach folgt die nächste Welle wie geplant.} other {}}',
  go_on_with_queued:
    '{queued, plural, one {Das # wartende Konto} other {Die # wartenden Konten}} der {waves, plural, one {Welle} other {Wellen}} {numbers} {queued, plural, one {wird} other {werden}} gesendet, und die Bremsen zählen ab hier neu.{follows, select, yes { Danach folgt die nächste Welle wie geplant.} other {}}',
  stop_by_code:
    'Der Code {code} trat in {wave, select, batch {diesem Stapel} other {Welle {wave}}} auf; er hält den Stapel beim ersten Auftreten an.{key_is_known, select, yes { Er gehört zu Konto {key}.} other {}}',
  stop_by_rate:
    '{wrong, number} von {answers, plural, one {# beantworteten Konto} other {# beantworteten Konten}} {wave, select, batch {des Stapels} other {der Welle {wave}}} sind fehlgeschlagen ({percent, number} %).{key_is_known, select, yes { Das letzte ist Konto {key}.} other {}}',
  stop_by_same_code:
    'Der Code {code} trat in {wave, select, batch {diesem Stapel} other {Welle {wave}}} {times, number} Mal hintereinander auf.{key_is_known, select, yes { Das letzte ist Konto {key}.} other {}}',
} as const

export const systemMessages = {
  ...alertMessages,
  ...stopMessages,
  background_fault:
    'Eine Arbeit im Hintergrund wurde durch einen Fehler von Carryover abgebrochen: {why}. Nichts ist verloren; starten Sie Carryover neu und melden Sie den Fehler.',
  batch_busy: 'Stapel {batch} ist beschäftigt. Warten Sie, bis er fertig ist, oder halten Sie ihn zuerst an.',
  batch_changed_before_go_on:
    'Nichts wurde fortgesetzt: Stapel {batch} hat sich seit der Anzeige geändert. Prüfen Sie, was ihn jetzt anhält, und setzen Sie dann fort.',
  batch_changed_before_release:
    'Nichts wurde freigegeben: Stapel {batch} hat sich seit der Anzeige geändert. Die nächste Welle hat die Nummer {wave} und geht an {url}{environment, select, practice {, den Übungsdienst,} test {, ein Testsystem,} other {, die Produktion,}} unter {supplier_is_set, select, yes {{supplier}} other {den Lieferanten der Datei}}. Prüfen Sie sie und geben Sie dann erneut frei.',
  batch_may_have_been_sent:
    'Konten von Stapel {batch} können gesendet worden sein, ohne dass diese Datenbank es weiß; er bleibt daher erhalten: Sein Bericht muss nachweisbar bleiben.',
  batch_not_loaded_yet: 'Stapel {batch} wird noch geladen. Versuchen Sie es erneut, sobald er fertig ist.',
  batch_was_sent:
    'Konten von Stapel {batch} wurden gesendet; er bleibt daher erhalten: Sein Bericht muss nachweisbar bleiben.',
  batch_without_connection: 'Stapel {batch} hat keine Verbindung zu einem Dienst.',
  batch_not_loaded:
    'Die Konten von Stapel {batch} sind noch nicht gebildet, daher gibt es noch nichts zu berichten.',
  catalogue_not_json: 'Der Katalog {path} ist kein JSON ({why}).',
  catalogue_not_readable: 'Der Katalog {path} kann nicht gelesen werden ({why}).',
  keys_written_down:
    'Carryover startet nicht, solange NODE_OPTIONS --tls-keylog enthält: Damit würden die Schlüssel aller verschlüsselten Verbindungen aufgezeichnet. Entfernen Sie die Angabe.',
  mapping_does_not_fit:
    'Die Zuordnung von „{batch}“ passt nicht zur Datei, wie sie jetzt gelesen wird. Sie bleibt als Vorlage „{template}“ erhalten.',
  no_practice:
    'Es läuft kein Übungsdienst, daher gibt es nichts zum Üben. Starten Sie Carryover ohne --no-sandbox-service.',
  no_sample: 'Diese Installation enthält kein Beispiel.',
  no_such_account: 'Es gibt kein Konto {account}.',
  no_such_batch: 'In diesem Datenordner gibt es keinen Stapel {batch}.',
  no_such_connection: 'Es gibt keine Verbindung {connection}.',
  own_folder:
    'In {folder} bewahrt Carryover eigene Dateien auf: Es verschlüsselt oder löscht dort Dateien. Wählen Sie einen Ordner außerhalb von {data}.',
  file_not_written: 'Die Datei kann nicht nach {folder} geschrieben werden: {why}.',
  no_such_attempt: 'Konto {account} hat keinen Versuch {number}: Es wurde {attempts} Mal gesendet.',
  catalogue_in_use:
    'Die Verbindung {connection} benutzt diesen Katalog. Wählen Sie für sie zuerst einen anderen.',
  catalogue_shipped: 'Die Kataloge, die zu Carryover gehören, bleiben.',
  no_such_catalogue: 'Es gibt keinen Katalog {id}.',
  not_to_be_sent_again: 'Konto {account} ist nicht unbestätigt: Es ist nichts erneut zu senden.',
  reading_was_stopped:
    'Das erneute Lesen der Datei wurde vor dem Ende angehalten. Lesen Sie sie noch einmal, oder entfernen Sie den Stapel.',
  sends_again_by_itself:
    'Der Status von Konto {account} kann gelesen werden und zeigt, ob es angekommen ist. Es wird von selbst erneut gesendet, sobald der Dienst zweimal sagt, dass er es nicht kennt.',
  support_batches: 'Stapel',
  support_connections: 'Verbindungen',
  support_folder: 'Datenordner, in Byte',
  support_gone:
    'Die Support-Datei, die Sie gelesen haben, ist nicht mehr da; nichts wurde gespeichert. Öffnen und lesen Sie sie noch einmal, dann speichern Sie sie.',
  support_head: 'Support-Datei von Carryover, {at}',
  support_log: 'Programmprotokoll, Neuestes zuerst',
  support_machine: 'Computer',
  support_program: 'Programm',
  support_promise: 'Sie enthält keine Zellinhalte, keine Schlüssel, keine Namen und keine Adressen.',
  servers_not_verified:
    'Carryover startet nicht, solange NODE_TLS_REJECT_UNAUTHORIZED 0 ist, da sonst jedem Server geglaubt würde. Entfernen Sie die Angabe; eine Zertifizierungsstelle Ihres Unternehmens wird in der Verbindung oder mit NODE_EXTRA_CA_CERTS angegeben.',
} as const satisfies Translation<typeof english>
