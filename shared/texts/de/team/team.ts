// German messages about a team's database: its address, the way to it, what it refuses, and shares of a limit.
import type { teamMessages as english } from '../../en/team/team.ts'
import type { Translation } from '../../texts.ts'

export const teamMessages: Translation<typeof english> = {
  address:
    'Das ist keine Adresse einer Team-Datenbank. Schreiben Sie sie als postgres://benutzer@rechner:port/datenbank, oder für einen Socket als postgres://benutzer@/datenbank?host=/ordner.',
  address_with_password:
    'Die Adresse enthält ein Passwort. Lassen Sie es in der Adresse weg, und geben Sie es getrennt an: Es liegt im Schlüsselspeicher.',
  address_parameter: 'Die Adresse enthält {name}, das Carryover nicht kennt. Lassen Sie es weg.',
  address_tls_mode:
    'Die Adresse verlangt sslmode={mode}. Carryover verbindet sich mit anderen Rechnern nur mit sslmode=verify-full. Stammt das Zertifikat des Servers von Ihrer eigenen Zertifizierungsstelle, geben Sie deren Datei an.',
  unreachable: 'Die Team-Datenbank unter {host} ist nicht erreichbar: {why}.',
  not_now: 'der Server nimmt im Moment keine Verbindung an ({code})',
  refused:
    'Die Team-Datenbank unter {host} akzeptiert den Benutzer {user} nicht ({code}). Prüfen Sie Benutzername und Passwort, und fragen Sie ihren Administrator, ob dieser Rechner sich verbinden darf.',
  password_missing:
    'Die Team-Datenbank unter {host} verlangt ein Passwort für den Benutzer {user}, und im Schlüsselspeicher liegt keines.',
  tls: 'Es gibt keine sichere Verbindung zur Team-Datenbank: {why}. Ihr wurde nichts gesendet.',
  no_database:
    'Der Server hat keine Datenbank {host}. Prüfen Sie ihren Namen, oder bitten Sie ihren Administrator, sie anzulegen.',
  not_a_team:
    '{host} ist noch keine Datenbank eines Teams. Rufen Sie einmal „carryover team init“ auf, das ihre Tabellen anlegt.',
  older_team:
    'Die Tabellen von {host} sind älter als dieses Carryover. Rufen Sie einmal „carryover team init“ auf, mit einem Benutzer, der sie ändern darf.',
  newer_team:
    'Die Tabellen von {host} hat ein neueres Carryover angelegt. Dieses liest sie nur: Installieren Sie die neuere Version, um zu senden.',
  newer_unreadable:
    'Ein neueres Carryover hat die Tabellen von {host} so geändert, dass dieses sie nicht lesen kann. Installieren Sie die neuere Version.',
  not_allowed: 'Der Benutzer {user} hat in {host} nicht das Recht dazu: {why}.',
  too_slow:
    'Die Team-Datenbank unter {host} brauchte zu lange und hat nichts geändert. Versuchen Sie es gleich noch einmal.',
  conflict:
    'Ein anderer Arbeitsplatz hat in {host} im selben Moment dasselbe geändert. Es wurde nichts geändert; versuchen Sie es gleich noch einmal.',
  full: 'Die Team-Datenbank unter {host} hat keinen Platz mehr oder kann ihre Festplatte nicht benutzen ({code}). Es wurde nichts geändert.',
  read_only_server:
    '{host} ist eine Kopie, die nur gelesen werden kann. Geben Sie die Adresse des Servers an, auf dem geschrieben werden kann.',
  lost: 'Die Verbindung zur Team-Datenbank unter {host} brach ab, bevor die Antwort kam ({why}).',
  too_old_server:
    'Auf {host} läuft PostgreSQL {version, number}. Ein Team braucht PostgreSQL {oldest, number} oder neuer.',
  not_durable:
    'Auf {host} ist die Einstellung {setting} ausgeschaltet. Der Server kann also vergessen, was er bestätigt hat, und ein Konto könnte zweimal angelegt werden. Sein Administrator muss sie einschalten.',
  claimed_by:
    'Bei {member}: Welle {wave, number} von „{batch}“, seit {at, date, medium}, {at, time, short}. Es wird hier nicht gesendet.',
  there_with:
    '{outcome, select, created {{member} hat es angelegt} already_there {{member} hat es auf der Plattform vorgefunden} other {Es ist auf der Plattform, seit {member} es gesendet hat}}: Welle {wave, number} von „{batch}“, {at, date, medium}, {at, time, short}. Es wird hier nicht gesendet.',
  away: '{why} Solange wird nichts angelegt; alles andere geht weiter.',
  failed:
    'Die Arbeit für das Team ist unerwartet gescheitert und wird in {seconds, number} Sekunden wieder versucht: {why}. Solange wird nichts angelegt; alles andere geht weiter.',
  nameless:
    'Konten von „{batch}“ können nicht beansprucht werden, weil in ihnen fehlt, was ein Konto beim Dienst benennt: {fields}. Sie werden nicht gesendet. Nehmen Sie sie aus der Warteschlange, und ordnen Sie diese Felder zu.',
  failed_disk:
    'In den Datenordner kann nicht geschrieben werden; deshalb wird nichts beansprucht oder angelegt: {why}. Es wird alle {seconds, number} Sekunden wieder versucht; schaffen Sie Platz.',
  waits_for:
    'Der Server des Teams hat gewechselt oder etwas vergessen; deshalb vergleicht jeder Arbeitsplatz zuerst seine Aufzeichnungen. Es fehlen noch: {who}. Bis dahin wird nichts angelegt.',
  comparing:
    'Der Server des Teams hat gewechselt oder etwas vergessen: Dieser Arbeitsplatz vergleicht seine Aufzeichnungen. Bis dahin wird nichts angelegt.',
  left: 'Dieser Arbeitsplatz gehört nicht mehr zum Team. Treten Sie wieder bei, um Konten anzulegen.',
  replaced:
    'Dieser Datenordner wurde als derselbe Arbeitsplatz auf einem anderen Rechner geöffnet. Hier wird nichts angelegt: Verwenden Sie nur einen von beiden.',
  paused_by: 'Für alle angehalten von {member}{reason, select, empty {} other {: {words}}}.',
  closed_by: 'Für alle geschlossen, festgestellt von {member}: {why}',
  braked_by: 'Für alle angehalten: Eine Bremse von „{batch}“ von {member} ({machine}) hat ausgelöst. {why}',
  quiet_by: 'Ruhezeiten für alle, gesetzt von {member} ({zone}).',
  time_zone_unknown: 'Die Zeitzone {zone} ist nicht bekannt. Schreiben Sie sie wie Europe/Berlin.',
  not_reached: 'Die Datenbank des Teams ist im Moment nicht erreichbar.',
  ready_again: 'Die Datenbank des Teams antwortet wieder: Es werden Konten angelegt.',
  not_paused:
    'Für {hasSupplier, select, yes {{supplier} bei {service}} other {{service}}} gilt keine Pause für alle; es wurde nichts beendet. Prüfen Sie den Lieferanten.',
  moved: 'Ein anderer Arbeitsplatz des Teams führt „{batch}“ weiter. Von hier wird nichts davon gesendet.',
  not_joined: 'Dieser Arbeitsplatz gehört zu keinem Team.',
  joined_already:
    'Dieser Arbeitsplatz gehört schon zu einem Team. Verlassen Sie es, bevor Sie einem anderen beitreten.',
  name_missing: 'Geben Sie einen Namen an, unter dem die anderen Sie kennen.',
  sending_now:
    'Es werden gerade Konten gesendet. Halten Sie zuerst die Verbindungen an, dann {what, select, join {treten Sie dem Team bei} other {verlassen Sie das Team}}.',
  share_asking:
    'Es wird noch nichts gesendet: Dieser Arbeitsplatz fragt die Team-Datenbank nach seinem Anteil an den Grenzen.',
  share_soon:
    'Es wird noch nichts gesendet: Andere Arbeitsplätze haben alle Grenzen belegt und geben diesem in wenigen Sekunden seinen Anteil.',
  share_turn:
    'Im Moment wird nichts gesendet: Es senden mehr Arbeitsplätze, als Anfragen gleichzeitig erlaubt sind. Sie wechseln sich alle zehn Sekunden ab.',
  share_silent:
    'Es wird nichts gesendet: Die Team-Datenbank antwortet nicht, und andere haben vielleicht den Anteil dieses Arbeitsplatzes an den Grenzen. Das Senden geht weiter, sobald sie antwortet.',
  share_away:
    'Es wird nichts gesendet, bis dieser Arbeitsplatz seinen Anteil an den Grenzen wieder bekommt. {why}',
  share_left: 'Es wird nichts gesendet: Dieser Arbeitsplatz gehört nicht mehr zum Team.',
  share_replaced:
    'Es wird nichts gesendet: Dieser Datenordner wurde woanders noch einmal geöffnet, und nur jener Arbeitsplatz sendet.',
  share_idle:
    'Dieser Arbeitsplatz hat nichts an diesen Dienst zu senden, also haben andere seinen Anteil an den Grenzen.',
  target_empty: 'Es wurde kein Schlüssel gefunden; die Zielliste blieb, wie sie war.',
  target_no_column:
    'Keine Spalte enthält {fields}; die Zielliste blieb, wie sie war. Nennen Sie die Spalte mit den Schlüsseln. Vorhanden sind: {columns}.',
  target_no_identity:
    'Der Statuspfad dieser Verbindung nennt kein Feld eines Kontos; ihre Konten haben also keine Schlüssel, mit denen eine Zielliste verglichen werden könnte.',
  target_no_supplier:
    'Geben Sie an, zu welchem Lieferanten die Schlüssel gehören: Ein Konto ist durch beides bekannt.',
  target_too_large: 'Die Liste hat mehr als {most, number} Schlüssel. Die Zielliste blieb, wie sie war.',
  target_gone:
    'Jemand anderes hat inzwischen eine Zielliste geladen oder entfernt, oder dieser Arbeitsplatz hat das Team verlassen. Es wurde nichts geändert.',
}
