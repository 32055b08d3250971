// English texts of validating accounts as they are edited.
export const validate = {
  label: 'As you go',
  name: 'Validate as you go',
  off: 'Edited accounts are validated by the service in the background, and nothing is created',
  on: 'Edited accounts are validated in the background, at most {perMinute, number} a minute, after everything that you ask for',
  waiting: '{accounts, plural, one {# edited account waits} other {# edited accounts wait}} for the service',
  noConnection: 'This batch has no connection to a service',
  paused: 'The connection is paused: they wait until it goes on',
  turnedOn: 'Edited accounts are now validated as you go',
  turnedOff: 'Edited accounts wait for Validate again',
} as const
