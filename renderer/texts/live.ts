// Texts of the live view: headlines short enough to be read from two metres, each with one sentence below. Numbers
// have units.
import type { Pause } from '../../shared/sending/connection.ts'
import type { BatchView } from '../../shared/contract/contract.ts'
import type { SendingPlan, WaveView } from '../../shared/sending/wave-plan.ts'
import { count, format } from './format.ts'

const accounts = (n: number): string => count(n, 'account', 'accounts')
const list = new Intl.ListFormat('en', { type: 'conjunction' })

const paused: Readonly<Record<Pause['reason'], string>> = {
  person: 'Paused by a person',
  after_crash: 'Paused after a crash',
  sign_in: 'Paused because the key was not accepted',
  supplier_closed: 'Paused because the supplier is closed',
  supplier_paused: 'Paused by the platform operator',
  supplier_complete: 'Supplier complete',
  odd_answers: 'Paused because of unexpected answers',
  same_refusals: 'Paused because every account is rejected',
  not_permitted: 'Paused because it is not permitted',
  not_this_service: 'Paused because another service answers',
  fault: 'Paused by an internal error',
}

function pausedDetail(pause: Pause): string {
  return pause.reason === 'person'
    ? 'Nothing is sent or validated until someone resumes it. Statuses are still read.'
    : pause.message
}

/** `489 created, 4 failed`, those that there are. */
function endings({ outcomes }: Pick<BatchView, 'outcomes'>): string {
  const parts = [
    [outcomes.created, 'created'],
    [outcomes.already_there, 'already there'],
    [outcomes.whose_account_unsure, 'of unknown origin'],
    [outcomes.failed, 'failed'],
    [outcomes.cancelled, 'cancelled'],
    [outcomes.dry_run, 'dry run'],
    [outcomes.dry_run_failed, 'failed dry run'],
  ] as const
  return parts
    .filter(([n]) => n > 0)
    .map(([n, word]) => `${format.number(n)} ${word}`)
    .join(', ')
}

function settledDetail(batch: BatchView): string {
  const { invalid, rejected, unvalidated, validated } = batch.states
  const left = invalid + rejected + unvalidated + validated
  const ended = endings(batch)
  const rest = left === 0 ? '' : ` ${accounts(left)} ${left === 1 ? 'was' : 'were'} not sent.`
  return `${ended === '' ? accounts(batch.states.done) : ended}.${rest}`
}

export const liveTexts = {
  label: 'Live view',
  open: 'Enlarge view',
  close: 'Close large view',
  of: (name: string): string => `${name}, large view`,
  linkLost: 'Not connected to the engine',
  reported: 'Latest',
  toSubmit: 'Go to Submit',
  toReport: 'Make the report',
  pause: 'Pause sending',
  resume: 'Resume sending',
  waves: 'Waves',
  wave: (n: number): string => `Wave ${format.number(n)}`,
  waveOf: (done: number, all: number): string => `${format.number(done)} of ${format.number(all)}`,
  waveDone: 'done',
  waveNext: 'next',
  waveLater: 'later',
  waveRest: 'the rest',
  wrong: (n: number): string => `${format.number(n)} wrong`,
  headline: {
    stopped: 'Stopped by a brake',
    paused: (pause: Pause): string =>
      pause.reason === 'supplier_closed' && pause.supplier !== ''
        ? `Paused because ${pause.supplier} is closed`
        : pause.supplier === ''
          ? paused[pause.reason]
          : `${pause.supplier}: ${paused[pause.reason].toLowerCase()}`,
    pausedDetail,
    dataCheck: (percent?: number): string =>
      percent === undefined ? 'Checking the data folder' : `Checking the data folder: ${percent} %`,
    dataCheckDetail: 'Sending starts by itself when the check is done. You can keep working.',
    unsoundData: 'Nothing is sent',
    unsoundDataDetail: 'The data folder is damaged. Close Carryover.',
    offline: 'No network',
    offlineDetail: 'This machine is offline. Nothing is lost. Sending continues when the network is back.',
    notAnswering: 'The service is not answering',
    notAnsweringDetail: (until: number | null): string =>
      `Retrying with one request at a time${until === null ? '' : `, next at ${format.clock(until)}`}. Nothing is lost.`,
    quiet: (until: number | null): string =>
      until === null ? 'Quiet hours' : `Quiet until ${format.shortClock(until)}`,
    quietDetail: (queued: number): string =>
      `No account is created during quiet hours. ${accounts(queued)} ${queued === 1 ? 'waits' : 'wait'}. Validation and status reads continue.`,
    slowDown: (until: number | null): string =>
      until === null ? 'The service asked to slow down' : `Resting until ${format.clock(until)}`,
    slowDownDetail: 'The service asked for fewer requests. Sending continues by itself.',
    sending: 'Sending',
    sendingWave: (n: number, of: number): string =>
      `Sending wave ${format.number(n)} of ${format.number(of)}`,
    sendingDetail: (n: number): string => `${accounts(n)} still to be sent.`,
    lanes: (codes: readonly string[]): string =>
      `${list.format(codes)} ${codes.length === 1 ? 'is' : 'are'} paused; the others continue.`,
    waiting: 'Waiting for the service',
    waitingDetail: (processing: number, unconfirmed: number): string => {
      const first =
        processing === 0
          ? ''
          : `${accounts(processing)} ${processing === 1 ? 'is' : 'are'} in progress at the service.`
      const second =
        unconfirmed === 0
          ? ''
          : `${accounts(unconfirmed)} ${unconfirmed === 1 ? 'is' : 'are'} unconfirmed: ${unconfirmed === 1 ? 'its status is' : 'their statuses are'} being read.`
      return [first, second].filter((part) => part !== '').join(' ')
    },
    waveDone: (n: number): string => `Wave ${format.number(n)} is done`,
    releasedDone: 'All released accounts are done',
    waveSummary: (wave: WaveView): string =>
      wave.wrong === 0
        ? `Nothing went wrong.`
        : `${format.number(wave.wrong)} of ${format.number(wave.accounts)} went wrong.`,
    nextAsks: (n: number, size: number): string =>
      `Wave ${format.number(n)} with ${accounts(size)} waits for you.`,
    nextFollows: (n: number, size: number, between: SendingPlan['between']): string =>
      `Wave ${format.number(n)} with ${accounts(size)} follows by itself when this one ${between === 'when_sent' ? 'has been sent' : 'is done'}.`,
    done: 'All done',
    settledDetail,
    nothing: 'Nothing is released',
    nothingDetail: (validated: number): string =>
      validated === 0
        ? 'No account is ready to send yet.'
        : `${accounts(validated)} ready to send. Release ${validated === 1 ? 'it' : 'them'} in Submit.`,
  },
  figures: {
    none: '–',
    rate: 'Rate',
    aMinute: '/min',
    aSecond: '/s',
    acceptedAMinute: 'accepted a minute',
    requestsASecond: 'requests a second',
    notMeasured: 'nothing to measure now',
    left: 'Remaining',
    untilSent: 'until all are sent',
    untilDone: 'until all are done',
    nothingLeft: 'nothing is on the way',
    stands: 'while sending is stopped',
    notEnough: 'not enough measured yet',
    flight: 'In flight',
    ofAllowed: (n: number, allowed: number): string => `${format.number(n)} of ${format.number(allowed)}`,
    requestsAtOnce: 'requests at once',
    slowed: {
      slow_down: (limit: number): string => `slowed by the service; limit ${format.number(limit)}`,
      latency: (limit: number): string => `slowed: answers take longer; limit ${format.number(limit)}`,
      not_answering: (limit: number): string => `trying one at a time; limit ${format.number(limit)}`,
    },
    need: 'Needs you',
    counting: 'counting…',
    nobody: 'nothing to do',
    toLook: 'show',
  },
} as const
