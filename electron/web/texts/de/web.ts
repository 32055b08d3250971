// German texts of the web host.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { web as english } from '../en/web.ts'

export const web = {
  refusals: {
    not_loopback: 'Nur dieser Rechner darf diese Adresse verwenden.',
    bad_target: 'Das Ziel einer Anfrage beginnt mit genau einem „/“.',
    one_host: 'Eine Anfrage nennt ihren Host einmal, nicht {hosts}-mal.',
    wrong_host:
      'Dies ist http://{authority} und nichts anderes. Öffnen Sie die Adresse so, wie sie ausgegeben wurde.',
    method_not_allowed: '{method} gibt es hier nicht, nur {methods}.',
    no_site:
      'Die Anfrage sagt nicht, woher sie kommt (Sec-Fetch-Site). Verwenden Sie einen aktuellen Browser.',
    other_site:
      'Die Anfrage kommt von einer anderen Seite. Öffnen Sie die Adresse, die Carryover ausgegeben hat, von Hand.',
    wrong_origin: 'Die Anfrage kommt nicht von Carryovers eigener Seite.',
    token_missing:
      'Dieses Fenster ist nicht angemeldet. Öffnen Sie die Adresse, die Carryover ausgegeben hat; jede gilt einmal und eine Minute lang.',
    token_wrong:
      'Die Anmeldung dieses Fensters gilt nicht. Öffnen Sie eine neue Adresse; ein Neustart von Carryover beendet jede Anmeldung.',
    code_wrong: 'Diese Adresse wurde nie ausgegeben. Öffnen Sie die, die Carryover ausgegeben hat.',
    code_used: 'Diese Adresse wurde schon geöffnet, und jede gilt nur einmal. Öffnen Sie eine neue.',
    code_expired: 'Diese Adresse ist älter als eine Minute. Öffnen Sie eine neue.',
    wrong_content_type: 'Der Inhalt dieser Anfrage ist {type}.',
    too_large: 'Der Inhalt der Anfrage ist größer als {bytes} Bytes, das Höchste, das angenommen wird.',
    too_large_mebibytes:
      'Der Inhalt der Anfrage ist größer als {mebibytes} MiB, das Höchste, das angenommen wird.',
    not_json: 'Der Inhalt der Anfrage ist kein JSON.',
    bad_exchange: 'Ein Tausch nennt einen Code und sonst nichts.',
    bad_download: 'Ein Download nennt einen Stapel und eine dieser Dateien: {files}.',
    no_report:
      'Diese Datei von Stapel {batch} gibt es nicht. Schreiben Sie zuerst den Bericht oder den Fragebogen, dann laden Sie die Datei herunter.',
    bad_file_name:
      'Das Hochladen braucht einen einfachen Dateinamen, ohne Ordner und Steuerzeichen. Benennen Sie die Datei um, und versuchen Sie es erneut.',
    empty_file: 'Die Datei ist leer. Wählen Sie eine andere.',
    uploads_full:
      'Der Datenordner behält höchstens {files} hochgeladene Dateien und davon {gibibytes, number} GiB; mit dieser wären es mehr. Entfernen Sie Stapel, die Sie nicht brauchen, oder starten Sie Carryover neu: Es entfernt die Dateien gelesener Stapel. Mehr behält es mit --upload-files und --upload-gib.',
    upload_not_kept:
      'Die Datei konnte nicht behalten werden ({error}). Prüfen Sie den Speicherplatz, und versuchen Sie es erneut.',
    not_found: 'Unter dieser Adresse ist nichts.',
    socket_only: 'Diese Adresse ist für einen WebSocket.',
    bad_handshake: 'Das ist kein Handshake eines WebSockets.',
    unreadable: 'Die Anfrage ist nicht lesbar.',
    fault: 'Ein Fehler von Carryover. Was zuvor gespeichert war, bleibt; bitte melden Sie ihn.',
  },
  open: 'Carryover öffnen',
  ending: {
    sending:
      '{sending, plural, one {Ende: # Konto wird gerade angelegt, auf die Antwort des Dienstes wird gewartet. Erneutes Strg-C lässt es unbestätigt: Der nächste Start fragt den Dienst danach, bevor etwas erneut gesendet wird.} other {Ende: # Konten werden gerade angelegt, auf die Antworten des Dienstes wird gewartet. Erneutes Strg-C lässt sie unbestätigt: Der nächste Start fragt den Dienst danach, bevor etwas erneut gesendet wird.}}',
    queued:
      '{queued, plural, one {# Konto in der Warteschlange bleibt dort bis zum nächsten Start, der mit ihm fortfährt, sobald der Schlüssel eingegeben ist.} other {# Konten in der Warteschlange bleiben dort bis zum nächsten Start, der mit ihnen fortfährt, sobald der Schlüssel eingegeben ist.}}',
  },
  build: {
    noPage: 'Dabei entstand keine Seite.',
    noTool: 'Das Bauwerkzeug ist nicht installiert: Führen Sie „npm ci“ aus.',
    noSources: 'Die Quelldateien sind nicht hier.',
    noWindow: 'In {folder} ist kein gebautes Fenster (keine index.html).',
  },
} as const satisfies Translation<typeof english>
