// Progress on stderr: a bar with rate and remaining time on a terminal, plain lines otherwise.
import cliProgress from 'cli-progress'
import type { Output } from './invocation.ts'
import { oneLine, visible } from './terminal.ts'
import { formatBytes, formatCount, formatDuration } from './words.ts'
import { runTexts } from '../texts/run.ts'

export type ProgressNow = {
  /** Changes when a new phase begins: “Reading”, “Sending”. */
  readonly phase: string
  readonly done: number
  /** Null if the end is unknown. */
  readonly total: number | null
  readonly unit: 'bytes' | 'rows' | 'accounts' | 'accounts done'
  /** Printed after the numbers: “12 rejected”. */
  readonly note?: string
  /** Rate and remaining time, if the caller has better measurements than this line. */
  readonly pace?: { readonly rate: string; readonly left: string }
}

const words = runTexts.progress

export type ProgressLine = { show(now: ProgressNow): void; end(): void }

/** Seconds between two plain lines of one phase. */
const lineEvery = 2

export function createProgressLine(
  output: Output,
  now: () => number = () => performance.now(),
): ProgressLine {
  return output.isTTY === true ? createBar(output, now) : createLines(output, now)
}

/** Rate of the phase and the remaining time at that rate; empty while unknown. */
function pace(
  state: ProgressNow,
  startedAt: number,
  at: number,
): { readonly rate: string; readonly left: string } {
  if (state.pace !== undefined) return state.pace
  const seconds = (at - startedAt) / 1000
  if (seconds < 0.5 || state.done === 0) return { rate: '', left: '' }
  const perSecond = state.done / seconds
  const rate =
    state.unit === 'bytes'
      ? words.perSecond({ amount: formatBytes(perSecond) })
      : words.perSecond({ amount: formatCount(Math.round(perSecond)) })
  const left =
    state.total === null || state.done >= state.total
      ? ''
      : words.timeLeft({ time: formatDuration((state.total - state.done) / perSecond) })
  return { rate, left }
}

function amount({ unit, done, total }: ProgressNow): string {
  if (unit === 'bytes')
    return total === null
      ? words.amount.bytes({ done: formatBytes(done) })
      : words.amountOf.bytes({ done: formatBytes(done), total: formatBytes(total) })
  return total === null ? words.amount[unit]({ done }) : words.amountOf[unit]({ done, total })
}

function sentence(state: ProgressNow, startedAt: number, at: number): string {
  const { rate, left } = pace(state, startedAt, at)
  return [amount(state), rate, left, state.note ?? '']
    .filter((part) => part !== '')
    .map(oneLine)
    .join(' · ')
}

function createBar(output: Output, now: () => number): ProgressLine {
  const bar = new cliProgress.SingleBar(
    {
      format: '{phase} {bar} {text}',
      hideCursor: true,
      barsize: 28,
      stream: output,
      forceRedraw: true,
      autopadding: false,
    },
    cliProgress.Presets.shades_classic,
  )
  let phase: string | null = null
  let startedAt = 0
  return {
    show(state) {
      if (phase !== state.phase) {
        if (phase !== null) bar.stop()
        phase = state.phase
        startedAt = now()
        bar.start(state.total ?? Math.max(1, state.done), state.done, {
          phase: state.phase.padEnd(10),
          text: '',
        })
      }
      bar.setTotal(state.total ?? Math.max(1, state.done))
      bar.update(state.done, { phase: state.phase.padEnd(10), text: sentence(state, startedAt, now()) })
    },
    end() {
      if (phase !== null) bar.stop()
      phase = null
    },
  }
}

function createLines(output: Output, now: () => number): ProgressLine {
  let latest: ProgressNow | null = null
  let startedAt = 0
  let saidAt = Number.NEGATIVE_INFINITY
  let said = ''
  const say = (state: ProgressNow): void => {
    const line = `${state.phase}: ${sentence(state, startedAt, now())}\n`
    if (line !== said) output.write(visible(line))
    said = line
    saidAt = now()
  }
  return {
    show(state) {
      if (latest?.phase !== state.phase) {
        if (latest !== null) say(latest)
        startedAt = now()
        saidAt = now()
      } else if (now() - saidAt > lineEvery * 1000) {
        say(state)
      }
      latest = state
    },
    end() {
      if (latest !== null) say(latest)
      latest = null
    },
  }
}
