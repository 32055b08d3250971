// Tests the remaining time that is shown against what the sandbox's ledger shows afterwards, in real time: once a minute
// has passed it is never more than twice what was really left. Services answer evenly, unevenly, and slower after a
// while. One that becomes faster cannot be foreseen and is left out.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { FaultRuleInput } from '../../electron/sandbox/faults/fault-rules.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { type Harness, openHarness } from '../engine/api/harness.ts'
import { numbered, plainAccounts } from '../engine/api/small-files.ts'
import { isOver } from '../engine/api/waiting.ts'

const minute = 60_000
/** Milliseconds. The window shows nothing finer than this, so a smaller rest counts as this. */
const finest = 5_000

/** The window shows the time until all are sent, and once they are, the time until all are done. */
type Sample = { readonly at: number; readonly of: 'sending' | 'finishing'; readonly leftMs: number | null }

async function openService(accounts: number, faults: readonly FaultRuleInput[]) {
  const harness = await openHarness({
    sandbox: { speed: 1 },
    // As a new connection has them.
    limits: connectionSettings.parse({ baseUrl: 'http://127.0.0.1', tokenUrl: 'http://127.0.0.1' }).limits,
  })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(accounts)), null)
  await harness.validate(batch)
  for (const fault of faults) harness.sandbox.faults.add(fault)
  return { harness, batch }
}

/** What was shown each second from the release until the last account was done. */
async function samplesOf({ client }: Harness, batch: number): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (;;) {
    const view = await client().batches.get({ batch })
    const { sendingLeft, finishingLeft } = view.sending.pace
    const isSending = view.states.queued + view.states.sending > 0
    samples.push({
      at: Date.now(),
      of: isSending ? 'sending' : 'finishing',
      leftMs: (isSending ? sendingLeft : finishingLeft)?.likelyMs ?? null,
    })
    if (isOver(view)) return samples
    await wait(1_000)
  }
}

/** When the ledger has the last accepted create, and the last status that was read. */
function endsOf({ sandbox }: Harness): { readonly sending: number; readonly finishing: number } {
  const last = (route: 'create' | 'status'): number =>
    Math.max(
      ...sandbox.ledger.entries().flatMap((entry) => (entry.route === route ? [Date.parse(entry.time)] : [])),
    )
  return { sending: last('create'), finishing: last('status') }
}

type Ratios = { readonly shown: number; readonly most: number; readonly least: number }

/** What was shown as a share of what was left, once a minute had passed. */
function ratiosOf(samples: readonly Sample[], end: number, of: 'sending' | 'finishing'): Ratios {
  const from = (samples[0]?.at ?? 0) + minute
  const ratios = samples.flatMap((sample) => {
    const left = end - sample.at
    const said = sample.leftMs
    return sample.of !== of || sample.at < from || left <= 0 || said === null
      ? []
      : [Math.max(said, finest) / Math.max(left, finest)]
  })
  return { shown: ratios.length, most: Math.max(...ratios), least: Math.min(...ratios) }
}

const latency = (ms: number, more: Partial<FaultRuleInput> = {}): FaultRuleInput => ({
  route: 'create',
  effect: { kind: 'latency', ms },
  ...more,
})

const services: readonly (readonly [string, number, readonly FaultRuleInput[]])[] = [
  ['answers evenly', 900, [latency(700)]],
  [
    'answers one in five creates ten times as slowly',
    700,
    [latency(300), latency(3_000, { probability: 0.2 })],
  ],
  ['becomes half as fast after a while', 700, [latency(500), latency(500, { skip: 400 })]],
]

test('once a minute has passed, no remaining time is above twice the truth', async () => {
  const all = await Promise.all(
    services.map(async ([name, accounts, faults]) => {
      const { harness, batch } = await openService(accounts, faults)
      await harness.client().batches.release({ batch, limit: null })
      const samples = await samplesOf(harness, batch)
      const ends = endsOf(harness)
      expect((await harness.client().batches.get({ batch })).outcomes.created).toBe(accounts)
      const seconds = Math.round((ends.finishing - (samples[0]?.at ?? 0)) / 1_000)
      const sending = ratiosOf(samples, ends.sending, 'sending')
      const finishing = ratiosOf(samples, ends.finishing, 'finishing')
      return { name, seconds, sending, finishing }
    }),
  )
  for (const { name, seconds, sending, finishing } of all) {
    const words = [sending, finishing].map(
      ({ shown, least, most }) =>
        `${least.toFixed(2)} to ${most.toFixed(2)} times the truth in ${shown} looks`,
    )
    process.stdout.write(`${name}: ${seconds} s; until sent ${words[0]}, until done ${words[1]}\n`)
  }
  for (const { sending, finishing } of all) {
    expect(sending.shown).toBeGreaterThan(30)
    expect(finishing.shown).toBeGreaterThan(5)
    expect(sending.most).toBeLessThanOrEqual(2)
    expect(finishing.most).toBeLessThanOrEqual(2)
  }
}, 900_000)
