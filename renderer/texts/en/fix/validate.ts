// English texts of validating accounts as they are edited.
export const validate = {
  name: 'Validate while editing',
  off: 'Turn on to validate edited accounts in the background. Nothing is created.',
  on: 'Edited accounts are validated in the background, at most {perMinute, number} a minute. What you start yourself comes first.',
  waiting: '{accounts, plural, one {# edited account waits} other {# edited accounts wait}} for the service',
  noConnection: 'This batch has no connection to a service',
  paused: 'The connection is paused: they wait until it is resumed',
  turnedOn: 'Edited accounts are now validated while you edit',
  turnedOff: 'Edited accounts now wait until you press Validate',
} as const
