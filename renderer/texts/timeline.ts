// Texts of an account's timeline.
import { format } from './format.ts'
import { tookWords } from './format.ts'

export const timelineTexts = {
  heading: 'History',
  empty: 'Nothing has happened yet.',
  validated: (pass: number, verdict: 'validated' | 'rejected'): string =>
    `Validated, pass ${format.number(pass)}: ${verdict === 'validated' ? 'validated' : 'rejected'}`,
  older: 'about an earlier version',
  attempt: (n: number): string => `Attempt ${format.number(n)}`,
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
  http: (status: number): string => `HTTP ${status}`,
  took: (milliseconds: number): string => `took ${tookWords(milliseconds)}`,
  answer: 'The service’s answer',
  noAnswer: 'No answer, or an answer without a body.',
  sent: 'What was sent',
  bytes: (n: number): string => format.bytes(n),
  intact: 'These are exactly the bytes recorded before sending.',
  notIntact:
    'The recorded bytes differ from what was sent: their SHA-256 does not match. Send nothing more and report this error.',
  sha: 'SHA-256',
  clock: (ms: number): string =>
    ms === 0
      ? 'The service’s clock showed the same time.'
      : `The service’s clock was ${tookWords(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} this machine’s.`,
  since: (age: string): string => `for ${age}`,
} as const
