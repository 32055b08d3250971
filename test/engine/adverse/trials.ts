// Runs the engine against a server that sends malformed or hostile replies, one reply in each trial. The server runs in
// this process and the engine in another, so that neither delays the other. A trial records the outcome, the time that
// the engine was blocked, its memory, and what a person was shown.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openAdverseService } from './adverse-service.ts'
import type { Reply } from './answers.ts'
import { fromChild, type Gap, type Memory, type Order, type TrialEnd } from './words.ts'

const program = fileURLToPath(new URL('./under-trial.ts', import.meta.url))
const useBuilt = fileURLToPath(new URL('../../support/use-built.cjs', import.meta.url))

export type Trial = TrialEnd & {
  /** Null: a service that answers correctly. */
  readonly reply: Reply | null
  /** How often the reply was sent. */
  readonly met: number
  /** The largest number of creates of one account that took effect. */
  readonly most: number
}
export type Trials = {
  readonly trials: readonly Trial[]
  readonly idle: Gap
  readonly memory: Memory
  readonly seconds: number
}

/** Runs each reply once; `null` is a service that answers correctly. The first `warm` are warm-up runs. */
export async function meetAll(
  list: readonly (Reply | null)[],
  {
    folder,
    warm,
    together = 40,
    onTrial,
  }: {
    readonly folder: string
    readonly warm: number
    readonly together?: number
    readonly onTrial?: (trial: Trial) => void
  },
): Promise<Trials> {
  const began = performance.now()
  const numbered = new Map(list.flatMap((reply, at) => (reply === null ? [] : [[at + 1, reply] as const])))
  const service = await openAdverseService(numbered)
  const order: Order = {
    folder: join(folder, 'adverse'),
    address: service.baseUrl(0).replace(/\/0$/, ''),
    trials: list.map((_, at) => at + 1),
    warm,
    together,
  }
  const child = fork(program, [], {
    execArgv: ['--expose-gc', '--require', useBuilt],
    env: { ...process.env, ADVERSE_ORDER: JSON.stringify(order), NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const trials: Trial[] = []
  const found: { idle: Gap | null; memory: Memory | null } = { idle: null, memory: null }
  child.on('message', (message) => {
    const reported = fromChild.parse(message)
    if (reported.said === 'skip') service.skip(reported.ms)
    else if (reported.said === 'fix') service.fix(reported.number)
    else if (reported.said === 'idle') found.idle = reported.gap
    else if (reported.said === 'memory') found.memory = reported
    else {
      const { number } = reported
      const most = Math.max(0, ...service.accepted(number).values())
      const trial = { ...reported, reply: numbered.get(number) ?? null, met: service.met(number), most }
      trials.push(trial)
      onTrial?.(trial)
    }
    child.send('done')
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  await service.close()
  if (found.idle === null || found.memory === null || code !== 0)
    throw new Error(`The process under trial ended with ${code} after ${trials.length} trials: ${errors}`)
  return {
    trials,
    idle: found.idle,
    memory: found.memory,
    seconds: Math.round((performance.now() - began) / 1000),
  }
}

/** What is wrong with a trial, in words; empty if nothing is. */
export function wrongOf(trial: Trial): string[] {
  const { reply, stood, states, met } = trial
  const open = ['unvalidated', 'validated', 'queued', 'sending', 'unconfirmed', 'processing'].filter(
    (state) => (states[state] ?? 0) > 0,
  )
  const longest = Object.entries(trial.longestTexts).filter(([, length]) => length > longestText)
  const sentences = stood.flat().map(({ sentence }) => sentence)
  return [
    ...trial.faults.map((fault) => `a fault: ${fault}`),
    ...(reply !== null && met === 0 ? ['the reply never came'] : []),
    ...(trial.stuck === null ? [] : [`it never came to its end: ${trial.stuck}`]),
    ...(open.length > 0 ? [`accounts are left ${open.join(', ')}`] : []),
    ...(trial.most > 1 ? [`a create was carried out ${trial.most} times`] : []),
    ...stood.flatMap((reasons) => (reasons.length === 0 ? ['it stood still and nothing said why'] : [])),
    ...sentences.flatMap((sentence) =>
      sentence.trim() === ''
        ? ['a reason without words']
        : sentence.length > longestReason
          ? [`a reason of ${sentence.length} characters: ${sentence.slice(0, 120)}`]
          : [],
    ),
    ...(trial.refusedWithoutWords > 0 ? ['an account is refused without words'] : []),
    ...longest.map(([name, length]) => `${name} of ${length} characters`),
  ]
}

/** The shown reasons why nothing progresses, and anything else that the service said. */
export const longestReason = 1000
const longestText = 1000

const mebibyte = 1024 * 1024

/** Growth of the process in MiB, after garbage collection. */
export function growthOf({ memory: { base, end } }: Trials): {
  readonly rss: number
  readonly heap: number
  readonly peak: number
} {
  const grown = (name: 'rss' | 'heap' | 'peak'): number => Math.round((end[name] - base[name]) / mebibyte)
  return { rss: grown('rss'), heap: grown('heap'), peak: grown('peak') }
}

/** The longest gap of a trial in which nothing else ran, during the trial or while its result was read. */
export function heldBy({ gap, lookGap }: TrialEnd): Gap {
  return gap.wall >= lookGap.wall ? gap : lookGap
}

/** The figures in one line. */
export function summaryOf(all: Trials): string {
  const well = all.trials.filter(({ reply }) => reply === null).map(heldBy)
  const longest = all.trials.reduce((a, b) => (heldBy(a).wall >= heldBy(b).wall ? a : b))
  const { wall, cpu } = heldBy(longest)
  const { rss, heap, peak } = growthOf(all)
  const stood = all.trials.filter((trial) => trial.stood.length > 0).length
  return [
    `${all.trials.length - well.length} adverse replies in ${all.seconds} s, ${stood} of which made it stand still for a person`,
    `event loop held ${wall} ms at most (${cpu} ms computed: ${longest.reply?.name ?? 'answering well'}), idle ${all.idle.wall} ms, answering well ${Math.max(0, ...well.map((one) => one.wall))} ms`,
    `memory ${rss} MiB more than after warming up (heap ${heap}, peak ${peak})`,
  ].join('; ')
}
