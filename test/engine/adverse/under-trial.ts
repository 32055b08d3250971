// Process under trial: an engine on a real data folder that meets one adverse reply after another and measures
// itself. It acts as a person would on what is shown: gives the key, validates, releases, reads, resumes when the
// service has recovered, and reports. When no request is in flight the clock is advanced instead of waiting.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { type Client, isOver } from '../api/waiting.ts'
import { watchLoop } from './loop-gap.ts'
import { createSkippingClock } from './skipping-clock.ts'
import { type FromChild, type Memory, order, type TrialEnd } from './words.ts'
import { type Prepared, prepare } from './workspace.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const { folder, address, trials, warm, together } = order.parse(
  JSON.parse(process.env['ADVERSE_ORDER'] ?? ''),
)
const loop = watchLoop()
const clock = createSkippingClock()
const minute = 60_000
/**
 * How long nothing may progress before the reason is read (more than the quiet time), and how long a trial may take
 * in all.
 */
const isSendingBlocked = 12 * minute
/** The same in real time, in ms: a skipped clock says nothing about how long a disk or a thread takes. */
const longestWork = 1000
const longest = 3 * 60 * minute
/** A service may ask for a wait of one hour, and is asked at least once more. */
const mostRounds = 15

/** Errors outside of any call; they belong to the current trial. */
const uncaught: string[] = []
process.on('uncaughtException', (error) => uncaught.push(`uncaught: ${String(error)}`))
process.on('unhandledRejection', (error) => uncaught.push(`unhandled: ${String(error)}`))

const heard: (() => void)[] = []
process.on('message', () => heard.shift()?.())

/** Waits until the other process has done what it was asked to. */
function tell(what: FromChild): Promise<void> {
  return new Promise((resolve) => {
    heard.push(resolve)
    process.send?.(what)
  })
}

/** How far the service's clock is ahead of real time. Both are equal whenever a request leaves. */
let reported = 0
async function setServiceClock(): Promise<void> {
  const ms = clock.skipped() - reported
  if (ms === 0) return
  reported += ms
  await tell({ said: 'skip', ms })
}

let underWay = 0
let sent = 0

type Life = {
  readonly client: Client
  /** Notices since they were last read. */
  readonly notices: { readonly level: string; readonly message: string }[]
  readonly close: () => Promise<void>
}

async function begin(data: string): Promise<Life> {
  const transport = createTransport()
  const engine = await createEngine({
    folder: data,
    reader: createProcessReader(),
    transport: async (request) => {
      underWay += 1
      sent += 1
      try {
        await setServiceClock()
        return await transport.send(request)
      } finally {
        underWay -= 1
      }
    },
    keyStore: createMemoryKeyStore(),
    version: '0.0.0-test',
    clock,
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  const client: Client = createRouterClient(engine.value.router)
  const notices: { level: string; message: string }[] = []
  const listening = new AbortController()
  const events = await client.events(undefined, { signal: listening.signal })
  const follow = async (): Promise<void> => {
    for await (const event of events)
      if (event.kind === 'notice') notices.push({ level: event.level, message: sentenceOf(event.message) })
  }
  const followed = follow().catch(() => undefined)
  return {
    client,
    notices,
    async close() {
      listening.abort()
      await engine.value.close()
      await followed
      await transport.close()
    },
  }
}

type Stood = TrialEnd['stood'][number]

/**
 * Everything that a person is shown within ten seconds about why nothing progresses: an account that is retried is in
 * the queue for a moment between two answers, and no reason is shown for that moment.
 */
async function whyItStands(life: Life, view: BatchView): Promise<Stood> {
  const shown = await shownNow(life, view)
  for (let second = 0; second < 10 && shown.length === 0; second += 1) {
    await wait(50)
    if (underWay === 0) await clock.skip(1000, () => underWay > 0)
    shown.push(...(await shownNow(life, await life.client.batches.get({ batch: view.id }))))
  }
  return shown
}

async function shownNow({ client, notices }: Life, view: BatchView): Promise<Stood> {
  const { pace } = view.sending
  const { words } = await client.batches.serviceWords({ batch: view.id })
  // Each of them is shown with the advice for it.
  const { accounts: unconfirmed } = await client.accounts.list({
    batch: view.id,
    states: ['unconfirmed'],
    offset: 0,
    limit: 100,
  })
  return [
    ...view.pauses.map(({ reason, message }) => ({ kind: `pause ${reason}`, sentence: sentenceOf(message) })),
    ...(view.processing.cannotRead === null
      ? []
      : [{ kind: 'statuses', sentence: sentenceOf(view.processing.cannotRead.message) }]),
    ...(view.notAnswering ? [{ kind: 'not answering', sentence: 'The service is not answering.' }] : []),
    ...(pace.waiting === null ? [] : [{ kind: `waits for ${pace.waiting.for}`, sentence: pace.waiting.for }]),
    ...(pace.slowedBy === null ? [] : [{ kind: 'slowed', sentence: pace.slowedBy }]),
    ...[...new Set(unconfirmed.flatMap(({ advice }) => sentenceOf(advice) ?? []))].map((sentence) => ({
      kind: 'account',
      sentence,
    })),
    ...(view.processing.stuck > 0
      ? [{ kind: 'stuck', sentence: `${view.processing.stuck} take longer` }]
      : []),
    ...words.flatMap(({ word, accounts }) =>
      word === null || view.states.processing === 0
        ? []
        : [{ kind: 'status', sentence: `${accounts}: ${word}` }],
    ),
    ...notices.map(({ level, message }) => ({ kind: `notice ${level}`, sentence: message })),
  ]
}

/** Lets time pass until the condition holds, a pause stops it, or nothing has happened for long. */
async function pass(
  life: Life,
  batch: number,
  holds: (view: BatchView) => boolean,
  until: number,
): Promise<BatchView | 'too long'> {
  let seen = ''
  let since = clock.monotonic()
  let sinceReal = performance.now()
  let step = 200
  let sentBefore = sent
  for (;;) {
    const view = await life.client.batches.get({ batch })
    if (holds(view) || view.pauses.length > 0) return view
    // An account that alternates between the queue and a request makes no progress.
    const { unvalidated, rejected, validated, processing, done } = view.states
    const now = JSON.stringify([unvalidated, rejected, validated, processing, done, view.validating])
    if (now !== seen) {
      since = clock.monotonic()
      sinceReal = performance.now()
    }
    seen = now
    // Waiting for an answer is not a standstill.
    const isBlocked =
      clock.monotonic() - since > isSendingBlocked && performance.now() - sinceReal > longestWork
    if (underWay === 0 && isBlocked) return view
    if (clock.monotonic() > until) return 'too long'
    await wait(2)
    if (underWay > 0) continue
    step = sent === sentBefore ? Math.min(step * 2, minute) : 200
    sentBefore = sent
    await clock.skip(step, () => underWay > 0)
  }
}

/** Nothing is left to validate, including accounts that a person asked about again by resuming. */
const isValidated = (view: BatchView): boolean => !view.validating && view.states.unvalidated === 0

async function meet(life: Life, { number, connection, batch }: Prepared): Promise<TrialEnd> {
  const { client, notices } = life
  const began = performance.now()
  const from = clock.monotonic()
  const stood: Stood[] = []
  let stuck: string | null = null
  notices.length = 0
  uncaught.length = 0
  loop.lap()

  /** Continues until the condition holds: each stop is read, the service is repaired, and a person resumes. */
  async function goOn(holds: (view: BatchView) => boolean): Promise<BatchView> {
    for (let round = 0; ; round += 1) {
      const view = await pass(life, batch, holds, from + longest)
      if (view === 'too long' || round > mostRounds) {
        stuck = `after ${Math.round((clock.monotonic() - from) / 1000)} s and ${round} rounds`
        return client.batches.get({ batch })
      }
      if (holds(view) && view.pauses.length === 0) return view
      stood.push(await whyItStands(life, view))
      notices.length = 0
      await tell({ said: 'fix', number })
      await client.connections.resume({ id: connection })
    }
  }

  await client.connections.setKey({ id: connection, key: `key-of-service-${number}` })
  await client.batches.validate({ batch })
  await goOn(isValidated)
  if (stuck === null) {
    await client.batches.release({ batch, limit: null })
    await goOn(isOver)
  }
  const states = await client.batches.get({ batch })
  const work = loop.lap()
  const { texts, withoutWords } = await look(life, batch)
  const lookGap = loop.lap()
  const faults = [
    ...uncaught,
    ...notices.flatMap(({ level, message }) => (level === 'error' ? [message] : [])),
    ...stood.flat().flatMap(({ kind, sentence }) => (/fault|error/.test(kind) ? [sentence] : [])),
  ]
  return {
    said: 'trial',
    number,
    stood,
    states: states.states,
    refusedWithoutWords: withoutWords,
    longestTexts: texts,
    faults,
    stuck,
    gap: work,
    lookGap,
    virtualSeconds: Math.round((clock.monotonic() - from) / 1000),
    seconds: Math.round(performance.now() - began) / 1000,
  }
}

/** The calls of a window that opens Fix, Watch and the report of the batch. */
async function look({ client }: Life, batch: number) {
  const { accounts } = await client.accounts.list({ batch, states: [], offset: 0, limit: 100 })
  const texts: Record<string, number> = {}
  const note = (name: string, text: string | null | undefined): void => {
    texts[name] = Math.max(texts[name] ?? 0, text?.length ?? 0)
  }
  let withoutWords = 0
  await client.problems.groups({ batch })
  await client.sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  await client.batches.timeline({ batch, limit: 200 })
  for (const { id, serviceStatus, platformIdentifier, advice } of accounts) {
    const account = await client.accounts.get({ account: id })
    await client.accounts.validations({ account: id })
    note('status', serviceStatus)
    note('identifier', platformIdentifier)
    note('advice', sentenceOf(advice))
    for (const { attr, code, message } of account.problems) {
      note('attr', attr)
      note('code', code)
      note('problem', sentenceOf(message))
    }
    if (
      account.state === 'rejected' &&
      account.problems.every(({ message }) => sentenceOf(message).trim() === '')
    )
      withoutWords += 1
  }
  await client.batches.report({ batch, folder: join(folder, 'report') })
  rmSync(join(folder, 'report'), { recursive: true, force: true })
  return { texts, withoutWords }
}

async function memoryNow(): Promise<Memory['base']> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.()
    await wait(50)
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap: heapUsed, peak: process.resourceUsage().maxRSS * 1024 }
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  loop.lap()
  await wait(3000)
  await tell({ said: 'idle', gap: loop.lap() })
  let base = await memoryNow()
  let done = 0
  for (let at = 0; at < trials.length; at += together) {
    const numbers = trials.slice(at, at + together)
    const data = join(folder, `data-${at}`)
    const prepared = await prepare(data, address, numbers)
    const life = await begin(data)
    for (const one of prepared) {
      await tell(await meet(life, one))
      done += 1
      if (done === warm) base = await memoryNow()
    }
    await life.close()
    rmSync(data, { recursive: true, force: true })
  }
  await tell({ said: 'memory', base, end: await memoryNow() })
  loop.stop()
  process.disconnect()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
