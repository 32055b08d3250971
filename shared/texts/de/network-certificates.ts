// German messages of troubles with certificates and TLS: per kind a title, a clause without full stop, and advice.
import type { certificateMessages as english } from '../en/network-certificates.ts'
import type { Translation } from '../texts.ts'

export const certificateMessages = {
  certificate_expired_title: 'Das Zertifikat ist abgelaufen',
  certificate_expired_clause:
    '{begins, select, yes {Das} other {das}} Zertifikat von {host} war gültig bis {until}',
  certificate_expired_advice:
    'Geht die Uhr dieses Rechners richtig, sagen Sie es dem Betreiber des Dienstes: Er braucht ein neues Zertifikat.',
  certificate_not_yet_valid_title: 'Das Zertifikat gilt noch nicht',
  certificate_not_yet_valid_clause:
    '{begins, select, yes {Das} other {das}} Zertifikat von {host} ist gültig ab {from}',
  certificate_not_yet_valid_advice:
    'Prüfen Sie zuerst Uhrzeit und Datum dieses Rechners. Stimmen sie, sagen Sie es dem Betreiber des Dienstes.',
  certificate_self_signed_title: 'Das Zertifikat ist selbst signiert',
  certificate_self_signed_clause:
    '{begins, select, yes {Für} other {für}} das Zertifikat von {host} bürgt niemand: Es ist selbst signiert',
  certificate_self_signed_advice:
    'Prüfen Sie, ob die Adresse stimmt. Ist bekannt, dass der Dienst dieses Zertifikat verwendet, fügen Sie es unter Netzwerk als Datei hinzu.',
  certificate_unknown_issuer_title: 'Der Aussteller des Zertifikats ist unbekannt',
  certificate_unknown_issuer_clause:
    '{begins, select, yes {Das} other {das}} Zertifikat von {host} wurde von {issuer} ausgestellt (hier nicht bekannt)',
  certificate_unknown_issuer_advice:
    'Ist das der Proxy Ihrer Firma? Dann fügen Sie unter Netzwerk das Zertifikat dieser Stelle hinzu (als Datei oder über die Stellen des Systems), nachdem Ihre IT-Abteilung es bestätigt hat.',
  certificate_wrong_host_title: 'Das Zertifikat gilt für einen anderen Namen',
  certificate_wrong_host_clause:
    '{begins, select, yes {Das} other {das}} Zertifikat von {host} gilt für {names}',
  certificate_wrong_host_advice:
    'Prüfen Sie die Basis-URL: Verwenden Sie einen Namen, für den das Zertifikat gilt. Sonst antwortet dort jemand anderes.',
  certificate_refused_title: 'Das Zertifikat wird nicht anerkannt',
  certificate_refused_clause:
    '{begins, select, yes {Das} other {das}} Zertifikat von {host} wurde nicht anerkannt',
  certificate_refused_advice: 'Sagen Sie es dem Betreiber des Dienstes, mit dem Code.',
  tls_version_title: 'Keine gemeinsame TLS-Version',
  tls_version_clause: '{host} bietet keine sichere TLS-Version an',
  tls_version_advice: 'Der Dienst muss TLS 1.2 oder 1.3 anbieten. Sagen Sie es seinem Betreiber.',
  tls_handshake_title: 'Keine sichere Verbindung',
  tls_handshake_clause: '{host} hat keine sichere Verbindung vereinbart',
  tls_handshake_advice:
    'Vielleicht verlangt er ein Client-Zertifikat (siehe Netzwerk), oder unterwegs unterbricht etwas die Verbindung.',
  client_certificate_wanted_title: 'Der Dienst verlangt ein Client-Zertifikat',
  client_certificate_wanted_clause: '{host} verlangt ein Zertifikat von uns und bekam keines',
  client_certificate_wanted_advice:
    'Geben Sie unter Netzwerk das Client-Zertifikat an. Der Betreiber des Dienstes stellt es aus.',
  client_certificate_refused_title: 'Der Dienst lehnt unser Zertifikat ab',
  client_certificate_refused_clause: '{host} hat unser Client-Zertifikat nicht angenommen',
  client_certificate_refused_advice:
    'Prüfen Sie unter Netzwerk, ob es das für diesen Dienst ist und ob es nicht abgelaufen ist.',
  client_certificate_unreadable_title: 'Das Client-Zertifikat ist nicht verwendbar',
  client_certificate_unreadable_clause:
    '{begins, select, yes {Das} other {das}} Client-Zertifikat {file} ist nicht verwendbar',
  client_certificate_unreadable_advice:
    'Wählen Sie unter Netzwerk ein PEM-Zertifikat mit seinem Schlüssel oder eine .p12- oder .pfx-Datei.',
  client_key_wrong_title: 'Der Schlüssel gehört nicht zu diesem Zertifikat',
  client_key_wrong_clause:
    '{begins, select, yes {Der} other {der}} Schlüssel des Client-Zertifikats {file} fehlt oder gehört zu einem anderen',
  client_key_wrong_advice:
    'Wählen Sie unter Netzwerk die Schlüsseldatei, die mit diesem Zertifikat ausgestellt wurde.',
  client_key_open_title: 'Andere können den Schlüssel lesen',
  client_key_open_clause:
    '{begins, select, yes {Die} other {die}} Datei {file} enthält den Schlüssel eines Zertifikats und kann von anderen auf diesem Rechner verwendet werden ({mode}); darum wird sie nicht genommen',
  client_key_open_advice:
    'Führen Sie "chmod 600 {file}" aus, und lassen Sie das Zertifikat ersetzen, falls jemand seinen Schlüssel gelesen haben kann.',
  client_passphrase_wrong_title: 'Die Passphrase ist falsch oder fehlt',
  client_passphrase_wrong_clause:
    '{begins, select, yes {Die} other {die}} Datei {file} öffnet sich nicht mit der angegebenen Passphrase',
  client_passphrase_wrong_advice:
    'Geben Sie unter Netzwerk die Passphrase des Client-Zertifikats noch einmal ein.',
  ca_file_unreadable_title: 'Die Datei der Zertifizierungsstellen ist nicht verwendbar',
  ca_file_unreadable_clause:
    '{begins, select, yes {Die} other {die}} Datei {file} enthält keine lesbaren Zertifikate',
  ca_file_unreadable_advice:
    'Wählen Sie unter Netzwerk eine PEM- oder DER-Datei mit den Zertifikaten der Zertifizierungsstellen.',
} as const satisfies Translation<typeof english>
