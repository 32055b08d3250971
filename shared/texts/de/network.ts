// German messages of network troubles: per kind a title, a clause without full stop, and advice.
import { certificateMessages } from './network-certificates.ts'
import type { networkMessages as english } from '../en/network.ts'
import type { Translation } from '../texts.ts'

export const networkMessages = {
  ...certificateMessages,
  name_not_found_title: 'Der Name ist unbekannt',
  name_not_found_clause: '{begins, select, yes {Die} other {die}} Adresse von {host} wurde nicht gefunden',
  name_not_found_advice: 'Prüfen Sie die Basis-URL, und ob dieser Rechner online ist oder ein VPN braucht.',
  connection_refused_title: 'Die Verbindung wurde abgewiesen',
  connection_refused_clause: '{host} hat die Verbindung abgewiesen',
  connection_refused_advice:
    'Unter dieser Adresse antwortet niemand. Prüfen Sie die Basis-URL und ihren Port.',
  host_unreachable_title: 'Kein Weg zum Dienst',
  host_unreachable_clause: '{host} ist nicht erreichbar',
  host_unreachable_advice: 'Prüfen Sie das Netzwerk, und ob ein VPN oder ein Proxy nötig ist.',
  connect_timeout_title: 'Keine Verbindung rechtzeitig',
  connect_timeout_clause:
    '{host} hat{timed, select, yes { innerhalb von {seconds} s} other { rechtzeitig}} keine Verbindung angenommen',
  connect_timeout_advice:
    'Prüfen Sie die Basis-URL. In einer Firma kann eine Firewall einen Proxy verlangen: siehe Netzwerk.',
  no_answer_in_time_title: 'Keine Antwort rechtzeitig',
  no_answer_in_time_clause:
    '{begins, select, yes {Von} other {von}} {host} kam{timed, select, yes { innerhalb von {seconds} s} other { rechtzeitig}} keine vollständige Antwort',
  no_answer_in_time_advice:
    'Versuchen Sie es später noch einmal. Bleibt es so, fragen Sie den Betreiber des Dienstes, oder erlauben Sie unter Grenzen mehr Zeit.',
  connection_broken_title: 'Die Verbindung brach ab',
  connection_broken_clause: '{begins, select, yes {Die} other {die}} Verbindung zu {host} brach ab',
  connection_broken_advice:
    'Versuchen Sie es noch einmal. Bleibt es so, prüfen Sie, ob die Basis-URL mit dem richtigen Schema beginnt, http oder https.',
  proxy_not_found_title: 'Der Name des Proxys ist unbekannt',
  proxy_not_found_clause:
    '{begins, select, yes {Die} other {die}} Adresse des Proxys {proxy} wurde nicht gefunden',
  proxy_not_found_advice:
    'Prüfen Sie unter Netzwerk den Namen des Proxys. Ist er nur in der Firma bekannt, verbinden Sie das VPN.',
  proxy_unreachable_title: 'Der Proxy ist nicht erreichbar',
  proxy_unreachable_clause:
    '{begins, select, yes {Der} other {der}} Proxy {proxy} hat keine Verbindung angenommen',
  proxy_unreachable_advice: 'Prüfen Sie unter Netzwerk Namen und Port des Proxys, und ob ein VPN nötig ist.',
  proxy_timeout_title: 'Der Proxy antwortet nicht',
  proxy_timeout_clause:
    '{begins, select, yes {Der} other {der}} Proxy {proxy} hat{timed, select, yes { innerhalb von {seconds} s} other { rechtzeitig}} keinen Weg zu {host} geöffnet',
  proxy_timeout_advice:
    'Versuchen Sie es noch einmal. Bleibt es so, fragen Sie den Betreiber des Proxys, ob er diese Adresse erreichen darf.',
  proxy_password_wanted_title: 'Der Proxy verlangt ein Passwort',
  proxy_password_wanted_clause:
    '{begins, select, yes {Der} other {der}} Proxy {proxy} verlangt Benutzername und Passwort (HTTP 407)',
  proxy_password_wanted_advice: 'Geben Sie unter Netzwerk Benutzername und Passwort für den Proxy ein.',
  proxy_password_wrong_title: 'Der Proxy nimmt das Passwort nicht an',
  proxy_password_wrong_clause:
    '{begins, select, yes {Der} other {der}} Proxy {proxy} hat Benutzername und Passwort nicht angenommen (HTTP 407)',
  proxy_password_wrong_advice:
    'Prüfen Sie unter Netzwerk den Benutzernamen für den Proxy, und geben Sie sein Passwort noch einmal ein.',
  proxy_method_unknown_title: 'Der Proxy verlangt eine andere Anmeldung',
  proxy_method_unknown_clause:
    '{begins, select, yes {Der} other {der}} Proxy {proxy} verlangt eine Art der Anmeldung, die Carryover nicht kennt',
  proxy_method_unknown_advice:
    'Bitten Sie den Betreiber des Proxys um einen Benutzer mit Passwort (Basic) oder um eine Ausnahme für diese Adresse.',
  proxy_forbids_title: 'Der Proxy verbietet diese Adresse',
  proxy_forbids_clause:
    '{begins, select, yes {Der} other {der}} Proxy {proxy} hat den Weg zu {host} verweigert (HTTP {status})',
  proxy_forbids_advice:
    'Bitten Sie den Betreiber des Proxys, diese Adresse zu erlauben, oder nennen Sie sie bei den Adressen ohne Proxy.',
  proxy_cannot_reach_title: 'Der Proxy erreicht den Dienst nicht',
  proxy_cannot_reach_clause:
    '{begins, select, yes {Der} other {der}} Proxy {proxy} konnte {host} nicht erreichen (HTTP {status})',
  proxy_cannot_reach_advice: 'Prüfen Sie die Basis-URL. Stimmt sie, fragen Sie den Betreiber des Proxys.',
  proxy_odd_answer_title: 'Das ist kein Proxy',
  proxy_odd_answer_clause:
    '{begins, select, yes {Der} other {der}} Proxy {proxy} hat nicht wie ein Proxy geantwortet',
  proxy_odd_answer_advice: 'Prüfen Sie unter Netzwerk Schema (http oder https), Namen und Port des Proxys.',
  proxy_kind_unknown_title: 'Eine Art von Proxy, die nicht unterstützt wird',
  proxy_kind_unknown_clause:
    '{begins, select, yes {Der} other {der}} Weg zu {host} führt durch einen Proxy, den Carryover nicht verwenden kann',
  proxy_kind_unknown_advice:
    'Carryover verwendet http- und https-Proxys. Nennen Sie unter Netzwerk einen solchen.',
  proxy_certificate_title: 'Das Zertifikat des Proxys wird nicht anerkannt',
  proxy_certificate_clause:
    '{begins, select, yes {Schon} other {schon}} die sichere Verbindung zum Proxy {proxy} kam nicht zustande',
  proxy_certificate_advice:
    'Prüfen Sie, ob der Proxy über http oder https angesprochen wird, und fügen Sie unter Netzwerk das Zertifikat seiner Zertifizierungsstelle hinzu.',
  system_proxy_unreadable_title: 'Die Proxy-Einstellungen des Systems sind nicht lesbar',
  system_proxy_unreadable_clause:
    '{begins, select, yes {Dieses} other {dieses}} System hat nicht angegeben, welcher Proxy zu {host} führt',
  system_proxy_unreadable_advice:
    'Versuchen Sie es noch einmal, oder wählen Sie unter Netzwerk einen Proxy oder keinen.',
  pac_not_loadable_title: 'Das PAC-Skript kann nicht geladen werden',
  pac_not_loadable_clause:
    '{begins, select, yes {Das} other {das}} Proxy-Skript {script} konnte nicht geladen werden',
  pac_not_loadable_advice: 'Prüfen Sie seine Adresse unter Netzwerk. Ohne das Skript wird nichts gesendet.',
  pac_error_title: 'Das PAC-Skript schlägt fehl',
  pac_error_clause:
    '{begins, select, yes {Das} other {das}} Proxy-Skript {script} gab für {host} keine brauchbare Antwort',
  pac_error_advice:
    'Sagen Sie es dem, der das Skript pflegt, oder nennen Sie unter Netzwerk den Proxy selbst. Auf Verdacht wird nichts gesendet.',
  pac_timeout_title: 'Das PAC-Skript braucht zu lange',
  pac_timeout_clause:
    '{begins, select, yes {Das} other {das}} Proxy-Skript {script} hat für {host}{timed, select, yes { innerhalb von {seconds} s} other { rechtzeitig}} nicht geantwortet',
  pac_timeout_advice:
    'Sagen Sie es dem, der das Skript pflegt, oder nennen Sie unter Netzwerk den Proxy selbst. Auf Verdacht wird nichts gesendet.',
  http_on_https_port_title: 'Dieser Port spricht kein https',
  http_on_https_port_clause: '{host} antwortet an diesem Port nicht über https',
  http_on_https_port_advice:
    'Prüfen Sie die Basis-URL: ein anderer Port, oder http://, wenn der Dienst auf diesem Rechner läuft.',
  https_on_http_port_title: 'Dieser Port spricht nur https',
  https_on_http_port_clause: '{host} erwartet an diesem Port https',
  https_on_http_port_advice: 'Beginnen Sie Basis-URL und Token-URL mit https://.',
  html_answer_title: 'Dort antwortet eine Webseite',
  html_answer_clause: '{host} hat mit einer Webseite geantwortet (HTTP {status})',
  html_answer_advice:
    'Davor kann die Anmeldeseite eines Gastnetzes oder einer Firma stehen: Öffnen Sie zuerst eine beliebige Seite im Browser. Sonst prüfen Sie Basis-URL und Token-URL.',
  redirected_title: 'Die Adresse führt anderswohin',
  redirected_clause:
    '{host} hat mit einer Weiterleitung{known, select, yes { zu {target}} other {}} geantwortet (HTTP {status})',
  redirected_advice:
    'Carryover folgt keinen Weiterleitungen. Verwenden Sie die Adresse, zu der sie führt, oder melden Sie sich zuerst mit einem Browser am Netz an.',
  service_error_title: 'Der Dienst hat eine Störung',
  service_error_clause: '{host} hat mit HTTP {status} geantwortet',
  service_error_advice:
    'Versuchen Sie es später noch einmal. Bleibt es so, fragen Sie den Betreiber des Dienstes.',
  sentence: '{clause}.',
  with_detail: '{clause} ({detail})',
  address_unknown: '(Adresse nicht bekannt)',
  name_unknown: '(Name nicht bekannt)',
  mode_unknown: 'ihre Rechte sind nicht bekannt',
  a_file: 'DATEI',
  an_authority: 'einer Stelle',
  another_name: 'einen anderen Namen',
  earlier_day: 'zu einem früheren Tag',
  later_day: 'einem späteren Tag',
  cancelled: 'die Anfrage wurde abgebrochen, bevor sie abging',
  reply_too_large: 'die Antwort war größer als {most} Bytes',
  file_too_large: 'zu groß',
  file_unreadable: 'nicht lesbar',
  file_mode: 'ihre Rechte sind {mode}',
  no_key: 'kein Schlüssel',
  packed_in_old_way: 'die Datei ist auf alte Weise gepackt: Exportieren Sie sie neu mit AES',
  no_answer: 'keine Antwort',
  names_no_proxy: 'es nennt keinen Proxy',
  proxy_address_unreadable: 'seine Adresse ist nicht lesbar',
  script_too_large: 'es ist größer als {most} Bytes',
  script_is_page: 'es ist eine Webseite',
  no_answer_within: 'keine Antwort innerhalb von {seconds} s',
  network_error: 'Netzwerkfehler',
  tool_too_slow: '{tool} hat nicht innerhalb von {seconds} s geantwortet',
} as const satisfies Translation<typeof english>
