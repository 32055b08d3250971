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
  notIntact:
    'Die aufgezeichneten Bytes weichen vom Gesendeten ab: Ihr SHA-256 stimmt nicht überein. Senden Sie nichts mehr, und melden Sie diesen Fehler.',
  sha: 'SHA-256',
  clock: {
    same: 'Die Uhr des Dienstes zeigte dieselbe Zeit.',
    ahead: 'Die Uhr des Dienstes ging gegenüber der dieses Rechners {time} vor.',
    behind: 'Die Uhr des Dienstes ging gegenüber der dieses Rechners {time} nach.',
  },
} as const satisfies Translation<typeof english>
