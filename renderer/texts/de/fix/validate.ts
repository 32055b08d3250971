// German texts of validating accounts as they are edited.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { validate as english } from '../../en/fix/validate.ts'

export const validate = {
  label: 'Laufend',
  name: 'Laufend prüfen',
  off: 'Geänderte Konten werden vom Dienst im Hintergrund geprüft, und nichts wird angelegt',
  on: 'Geänderte Konten werden im Hintergrund geprüft, höchstens {perMinute, number} je Minute, nach allem, was Sie verlangen',
  waiting:
    '{accounts, plural, one {# geändertes Konto wartet} other {# geänderte Konten warten}} auf den Dienst',
  noConnection: 'Dieser Stapel hat keine Verbindung zu einem Dienst',
  paused: 'Die Verbindung ist angehalten: Sie warten, bis es weitergeht',
  turnedOn: 'Geänderte Konten werden jetzt laufend geprüft',
  turnedOff: 'Geänderte Konten warten wieder auf Prüfen',
} as const satisfies Translation<typeof english>
