// English texts of an account's timeline.
export const timeline = {
  heading: 'History',
  empty: 'Nothing has happened yet.',
  validated: 'Validated, pass {pass, number}: {verdict, select, validated {validated} other {rejected}}',
  older: 'about an earlier version',
  attempt: 'Attempt {attempt, number}',
  inFlight: 'in flight',
  classes: {
    accepted: 'accepted',
    rejected: 'rejected',
    already_exists: 'already there',
    not_sent: 'not sent',
    rate_limited: 'asked to slow down',
    unauthorized: 'sign-in failed',
    supplier_closed: 'supplier closed',
    unexpected: 'undocumented answer',
    unknown: 'answer lost',
  },
  http: 'HTTP {status}',
  took: 'took {time}',
  answer: 'The service’s answer',
  noAnswer: 'No answer, or an answer without a body.',
  sent: 'What was sent',
  intact: 'These are exactly the bytes recorded before sending.',
  notIntact:
    'The recorded bytes differ from what was sent: their SHA-256 does not match. Send nothing more and report this error.',
  sha: 'SHA-256',
  clock: {
    same: 'The service’s clock showed the same time.',
    ahead: 'The service’s clock was {time} ahead of this machine’s.',
    behind: 'The service’s clock was {time} behind this machine’s.',
  },
} as const
