// German texts of validating accounts as they are edited.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { validate as english } from '../../en/fix/validate.ts'

export const validate = {
  name: 'Beim Bearbeiten prüfen',
  off: 'Einschalten, um geänderte Konten im Hintergrund zu prüfen. Es wird nichts angelegt.',
  on: 'Geänderte Konten werden im Hintergrund geprüft, höchstens {perMinute, number} je Minute. Was Sie selbst starten, kommt zuerst.',
  waiting:
    '{accounts, plural, one {# geändertes Konto wartet} other {# geänderte Konten warten}} auf den Dienst',
  noConnection: 'Dieser Stapel hat keine Verbindung zu einem Dienst',
  paused: 'Die Verbindung ist angehalten: Sie warten, bis sie fortgesetzt wird',
  turnedOn: 'Geänderte Konten werden jetzt beim Bearbeiten geprüft',
  turnedOff: 'Geänderte Konten warten jetzt, bis Sie „Prüfen“ drücken',
} as const satisfies Translation<typeof english>
