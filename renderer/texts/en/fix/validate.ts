// English texts of validating accounts as they are edited.
export const validate = {
  label: 'As you go',
  name: 'Validate as you go',
  off: 'Turn on to validate edited accounts in the background. Nothing is created.',
  on: 'Edited accounts are validated in the background, at most {perMinute, number} a minute. What you start yourself comes first.',
  waiting: '{accounts, plural, one {# edited account waits} other {# edited accounts wait}} for the service',
  noConnection: 'This batch has no connection to a service',
  paused: 'The connection is paused: they wait until it is resumed',
  turnedOn: 'Edited accounts are now validated as you go',
  turnedOff: 'Edited accounts now wait until you press Validate',
} as const
