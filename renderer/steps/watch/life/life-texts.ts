// What the life line of an account says.
import { format } from '../../../parts/format.ts'
import { tookWords } from './life-line.ts'

export const lifeTexts = {
  heading: 'Its life so far',
  empty: 'Nothing was sent for it yet, and nothing happened.',
  judged: (pass: number, verdict: 'cleared' | 'refused'): string =>
    `Judged, pass ${format.number(pass)}: ${verdict === 'cleared' ? 'cleared' : 'refused'}`,
  older: 'about an earlier version of it',
  attempt: (n: number): string => `Attempt ${format.number(n)}`,
  inFlight: 'in flight',
  classes: {
    yes: 'accepted',
    no: 'refused',
    exists: 'already there',
    not_sent: 'not sent',
    slow_down: 'asked to slow down',
    sign_in: 'sign-in refused',
    closed: 'supplier closed',
    odd: 'undocumented answer',
    unknown: 'answer lost',
  },
  http: (status: number): string => `HTTP ${status}`,
  took: (milliseconds: number): string => `took ${tookWords(milliseconds)}`,
  answer: 'The service’s answer',
  noAnswer: 'It answered without a body, or not at all.',
  sent: 'What was sent',
  bytes: (n: number): string => format.bytes(n),
  intact: 'The bytes are those that were written down before they were sent.',
  notIntact:
    'The bytes that are kept are not those that were sent: their SHA-256 is another. Send nothing more, and report it.',
  purged: 'What was sent was forgotten after the time that was set for it; its SHA-256 is kept.',
  sha: 'SHA-256',
  clock: (ms: number): string =>
    ms === 0
      ? 'The service’s clock showed the same time.'
      : `The service’s clock was ${tookWords(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} this machine’s.`,
  since: (age: string): string => `for ${age}`,
} as const
