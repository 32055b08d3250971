// Texts of validating accounts as they are edited.
import { count, format } from './format.ts'

export const validateTexts = {
  label: 'As you go',
  name: 'Validate as you go',
  off: 'Edited accounts are validated by the service in the background, and nothing is created',
  on: (perMinute: number): string =>
    `Edited accounts are validated in the background, at most ${format.number(perMinute)} a minute, after everything that you ask for`,
  waiting: (n: number): string =>
    `${count(n, 'edited account waits', 'edited accounts wait')} for the service`,
  noConnection: 'This batch has no connection to a service',
  paused: 'The connection is paused: they wait until it goes on',
  turnedOn: 'Edited accounts are now validated as you go',
  turnedOff: 'Edited accounts wait for Validate again',
} as const
