// German texts of an account's timeline.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { timeline as english } from '../../en/watch/timeline.ts'

export const timeline = {
  heading: 'Verlauf',
  ended: 'Der Dienst hat es beendet: {status}',
  empty: 'Noch nichts ist geschehen.',
  validated: 'Geprüft, Durchgang {pass, number}: {verdict, select, validated {bestanden} other {abgelehnt}}',
  older: 'zu einer früheren Version',
  attempt: 'Versuch {attempt, number}',
  inFlight: 'läuft',
  classes: {
    accepted: 'angenommen',
    rejected: 'abgelehnt',
    already_exists: 'schon vorhanden',
    not_sent: 'nicht gesendet',
    rate_limited: 'um langsamere Anfragen gebeten',
    unauthorized: 'Anmeldung fehlgeschlagen',
    supplier_closed: 'Lieferant geschlossen',
    unexpected: 'undokumentierte Antwort',
    unknown: 'Antwort verloren',
  },
  http: 'HTTP {status}',
  took: 'Dauer {time}',
  answer: 'Antwort des Dienstes',
  noAnswer: 'Keine Antwort oder eine Antwort ohne Inhalt.',
  saveAttempt: 'Als Datei speichern',
  savedAs: 'Gespeichert als {path}',
  sent: 'Was gesendet wurde',
  intact: 'Dies sind genau die vor dem Senden aufgezeichneten Bytes.',
  masked:
    'Vertrauliche Werte sind hier und in der Datei verdeckt. Zeigen Sie sie an, um genau die vor dem Senden aufgezeichneten Bytes zu sehen und zu speichern.',
  notIntact:
    'Die aufgezeichneten Bytes weichen vom Gesendeten ab: Ihr SHA-256 stimmt nicht überein. Senden Sie nichts mehr, und melden Sie diesen Fehler.',
  sha: 'SHA-256',
  service: {
    record: 'Datensatz des Dienstes',
    read: 'Wir haben den Datensatz des Dienstes gelesen',
    ourClock: 'Unsere Uhr: {at}',
    clock: 'Uhr des Dienstes: {at}',
    noTime: 'Der Dienst nennt keine Zeit dafür.',
    unreadableTime: 'Der Dienst nennt als Zeit „{text}“; das lässt sich nicht lesen.',
    created: 'Vom Dienst angelegt',
    modified: 'Vom Dienst zuletzt geändert',
    event: 'Letztes Ereignis des Dienstes: {event}',
    eventWithoutName: 'Letztes Ereignis des Dienstes, ohne Namen',
    error: 'Fehler im Datensatz des Dienstes',
    code: 'Code',
    detail: 'Einzelheit',
    domain: 'Bereich',
    contradiction: {
      before_we_sent:
        'Die beiden Uhren widersprechen sich: Nach der des Dienstes war das {time}, bevor wir das Konto gesendet haben. Es steht dort, wo es geschehen sein muss.',
      after_we_read:
        'Die beiden Uhren widersprechen sich: Nach der des Dienstes war das {time}, nachdem wir davon gelesen haben. Es steht dort, wo es geschehen sein muss.',
    },
  },
  clock: {
    same: 'Die Uhr des Dienstes zeigte dieselbe Zeit.',
    ahead: 'Die Uhr des Dienstes ging gegenüber der dieses Rechners {time} vor.',
    behind: 'Die Uhr des Dienstes ging gegenüber der dieses Rechners {time} nach.',
  },
} as const satisfies Translation<typeof english>
