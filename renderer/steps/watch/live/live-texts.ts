// What the live view says: short enough to be read from two metres, and one sentence beneath it. Numbers have their unit.
import type { Pause } from '../../../../shared/connection.ts'
import type { BatchView } from '../../../../shared/contract.ts'
import type { SendingPlan, WaveView } from '../../../../shared/sending-plan.ts'
import { count, format } from '../../../parts/format.ts'

const accounts = (n: number): string => count(n, 'account', 'accounts')
const list = new Intl.ListFormat('en', { type: 'conjunction' })

const paused: Readonly<Record<Pause['reason'], string>> = {
  person: 'Paused by a person',
  after_crash: 'Paused after a crash',
  sign_in: 'Paused because the key is refused',
  supplier_closed: 'Paused because the supplier is closed',
  supplier_paused: 'Paused by the platform operator',
  supplier_complete: 'Supplier complete',
  odd_answers: 'Paused because of odd answers',
  same_refusals: 'Paused because every account is refused',
  not_permitted: 'Paused because it is not permitted',
  not_this_service: 'Paused because another service answers',
  fault: 'Paused by a fault of Carryover',
}

function pausedDetail(pause: Pause): string {
  return pause.reason === 'person'
    ? 'Nothing is sent or judged until somebody resumes it. Statuses are still read.'
    : pause.message
}

/** `489 created, 4 failed`, those that there are. */
function endings({ outcomes }: Pick<BatchView, 'outcomes'>): string {
  const parts = [
    [outcomes.created, 'created'],
    [outcomes.already_there, 'already there'],
    [outcomes.whose_account_unsure, 'unsure whose'],
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
  const { blocked, refused, ready, cleared } = batch.states
  const left = blocked + refused + ready + cleared
  const ended = endings(batch)
  const rest = left === 0 ? '' : ` ${accounts(left)} ${left === 1 ? 'was' : 'were'} not sent.`
  return `${ended === '' ? accounts(batch.states.settled) : ended}.${rest}`
}

export const liveTexts = {
  label: 'What is going on',
  open: 'Fill the window',
  close: 'Leave the large view',
  of: (name: string): string => `${name}, large view`,
  linkLost: 'Not connected to the engine',
  told: 'Newest',
  toSubmit: 'Go to Submit',
  toReport: 'Make the report',
  pause: 'Pause sending',
  resume: 'Resume sending',
  waves: 'Waves',
  wave: (n: number): string => `Wave ${format.number(n)}`,
  waveOf: (done: number, all: number): string => `${format.number(done)} of ${format.number(all)}`,
  waveSettled: 'settled',
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
    dataCheckDetail: 'Sending follows by itself once that is done; go on working.',
    unsoundData: 'Nothing is sent',
    unsoundDataDetail: 'The data folder is damaged. Close Carryover.',
    offline: 'No network',
    offlineDetail: 'This machine is not connected. Nothing is lost; sending goes on by itself once it is.',
    notAnswering: 'The service is not answering',
    notAnsweringDetail: (until: number | null): string =>
      `One request at a time tries whether it is back${until === null ? '' : `, next at ${format.clock(until)}`}. Nothing is lost.`,
    quiet: (until: number | null): string =>
      until === null ? 'Quiet hours' : `Quiet until ${format.shortClock(until)}`,
    quietDetail: (queued: number): string =>
      `No account is created in these hours. ${accounts(queued)} ${queued === 1 ? 'waits' : 'wait'}; validation and status reads go on.`,
    slowDown: (until: number | null): string =>
      until === null ? 'The service asks for patience' : `Resting until ${format.clock(until)}`,
    slowDownDetail: 'The service asked for fewer requests. Sending goes on by itself.',
    sending: 'Sending',
    sendingWave: (n: number, of: number): string =>
      `Sending wave ${format.number(n)} of ${format.number(of)}`,
    sendingDetail: (n: number): string => `${accounts(n)} still to be sent.`,
    lanes: (codes: readonly string[]): string =>
      `${list.format(codes)} ${codes.length === 1 ? 'is' : 'are'} paused; the others go on.`,
    waiting: 'Waiting for the service',
    waitingDetail: (watching: number, unconfirmed: number): string => {
      const first =
        watching === 0
          ? ''
          : `${accounts(watching)} ${watching === 1 ? 'is' : 'are'} with the service and not finished.`
      const second =
        unconfirmed === 0
          ? ''
          : `${accounts(unconfirmed)} ${unconfirmed === 1 ? 'is' : 'are'} unconfirmed: ${unconfirmed === 1 ? 'its status is' : 'their statuses are'} read.`
      return [first, second].filter((part) => part !== '').join(' ')
    },
    waveDone: (n: number): string => `Wave ${format.number(n)} has settled`,
    releasedDone: 'What was released has settled',
    waveTold: (wave: WaveView): string =>
      wave.wrong === 0
        ? `Nothing of it went wrong.`
        : `${format.number(wave.wrong)} of ${format.number(wave.accounts)} went wrong.`,
    nextAsks: (n: number, size: number): string =>
      `Wave ${format.number(n)} with ${accounts(size)} waits for you.`,
    nextFollows: (n: number, size: number, between: SendingPlan['between']): string =>
      `Wave ${format.number(n)} with ${accounts(size)} follows by itself when it has ${between === 'when_sent' ? 'been sent' : 'settled'}.`,
    settled: 'All settled',
    settledDetail,
    nothing: 'Nothing is released',
    nothingDetail: (cleared: number): string =>
      cleared === 0
        ? 'No account is cleared yet.'
        : `${accounts(cleared)} ${cleared === 1 ? 'is' : 'are'} cleared and ${cleared === 1 ? 'waits' : 'wait'} in Submit.`,
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
    untilSent: 'until all is sent',
    untilSettled: 'until all has settled',
    nothingLeft: 'nothing is on the way',
    stands: 'while sending stands',
    notEnough: 'not measured long enough',
    flight: 'In flight',
    ofAllowed: (n: number, allowed: number): string => `${format.number(n)} of ${format.number(allowed)}`,
    requestsAtOnce: 'requests at once',
    slowed: {
      slow_down: (limit: number): string => `slowed at the service’s wish; limit ${format.number(limit)}`,
      latency: (limit: number): string => `slowed, answers take longer; limit ${format.number(limit)}`,
      not_answering: (limit: number): string => `trying one at a time; limit ${format.number(limit)}`,
    },
    need: 'Needs you',
    counting: 'being counted',
    nobody: 'nobody is needed',
    toLook: 'look at them',
  },
} as const
