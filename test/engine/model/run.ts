// Property of the model: whatever happens, in whatever order, the oracle finds no violation; and once faults end and
// people resume, everything finishes and equals the service.
import * as fc from 'fast-check'
import { isOneOf, thereOutcomes } from '../../../shared/sending/states.ts'
import { allSteps } from './commands.ts'
import { type Harness, openHarness } from './harness.ts'
import { hasFailed, isBy } from './ledger.ts'
import type { CurrentState } from './ledger-reader.ts'
import { settingsOf } from './people.ts'
import { afterwards, type Model, newModel } from './step.ts'
import { makeTemplate, type ModelAccount, type Template } from './template.ts'
import type { Clocks } from './world.ts'

/** Totals of the runs, by which a test can tell whether they were meaningful. */
export type Sum = {
  runs: number
  steps: number
  readonly outcomes: Map<string, number>
  creates: number
  /** How often a brake stopped a batch, and how many engine instances there were. */
  stops: number
  lives: number
}

/** Twice the average number of steps of a run: their number is uniform between none and all. */
const mostSteps = 116

/** A random seed. */
export const drawSeed = (): number => Math.floor(Math.random() * 2 ** 31)

export async function everythingFinishes(options: {
  readonly runs: number
  readonly seed: number
  readonly path?: string
  /** True: the first failure is reported without shrinking, however long its list of steps. */
  readonly endOnFailure?: boolean
}): Promise<Sum> {
  const template = await makeTemplate()
  const sum: Sum = { runs: 0, steps: 0, outcomes: new Map(), creates: 0, stops: 0, lives: 0 }
  try {
    const commands = fc.commands([...allSteps], { maxCommands: mostSteps, size: 'max' })
    await fc.assert(
      fc.asyncProperty(fc.integer(), commands, async (seed, steps) => {
        await oneRun(template, seed, steps, sum)
      }),
      {
        numRuns: options.runs,
        endOnFailure: options.endOnFailure ?? false,
        seed: options.seed,
        ...(options.path === undefined ? {} : { path: options.path }),
      },
    )
    return sum
  } finally {
    template.remove()
  }
}

/**
 * In one of three runs the service's records have another clock than its Date; in one of two, that clock was
 * measured before.
 */
function clocksOf(seed: number): Clocks {
  const aheadMs = [0, 0, 0, 0, -8000, 8000][(seed >>> 0) % 6] ?? 0
  return { aheadMs, measured: (seed >>> 0) % 4 < 2 }
}

export async function oneRun(
  template: Template,
  seed: number,
  steps: Iterable<fc.AsyncCommand<Model, Harness, true>>,
  sum: Sum,
): Promise<void> {
  const harness = await openHarness(template, seed, clocksOf(seed))
  const model = newModel()
  try {
    await fc.asyncModelRun(() => ({ model, real: harness }), steps)
    await comeToRest(model, harness)
    compare(harness)
    harness.ledger.validateAccounts()
    sum.runs += 1
    sum.steps += model.steps
    for (const { outcome, state } of harness.ledger.currentStates()) {
      const ended = outcome ?? state
      sum.outcomes.set(ended, (sum.outcomes.get(ended) ?? 0) + 1)
    }
    sum.creates += harness.ledger.creates()
    sum.stops += harness.ledger.stopsMade()
    sum.lives += harness.lives()
  } finally {
    await harness.close()
  }
}

const onTheWay = new Set(['queued', 'sending', 'unconfirmed', 'processing'])
const second = 1000
const hour = 3600 * second

/** No faults any more; a person clears every block, as often as one occurs. */
async function comeToRest(model: Model, harness: Harness): Promise<void> {
  const { service, wire, world, ledger, template } = harness
  wire.calm()
  wire.disarm()
  service.calm()
  await harness.call((client) => client.connections.save({ name: 'model', settings: settingsOf({}) }))
  const key = service.renewKey()
  await harness.call((client) => client.connections.setKey({ id: template.connection, key }))
  model.paused = false
  for (let round = 0; round < 60; round += 1) {
    service.calm()
    await letGo(model, harness)
    await world.pass(round % 8 === 7 ? 3 * hour : 20 * second)
    await afterwards(model, harness)
    const moving = ledger
      .currentStates()
      .some(({ id, state }) => onTheWay.has(state) && !isForPeople(harness, id, state))
    if (!moving && ledger.validating().length === 0) break
    if (round === 59)
      ledger.note(
        `Not everything finishes: ${JSON.stringify(ledger.currentStates())} ${JSON.stringify(ledger.pauses())}`,
      )
  }
  // Statuses changed after accounts were done: they are rechecked.
  for (const batch of template.batches)
    await harness.call((client) => client.batches.recheck({ batch, what: 'done' }))
  for (let round = 0; round < 2 || ledger.rechecking().length > 0; round += 1) {
    // The service may have asked all requests to wait, by one hour at most.
    await world.pass(round < 2 ? 18 * second : hour)
    await afterwards(model, harness)
    if (round < 4) continue
    ledger.note(`Accounts are not rechecked: ${ledger.rechecking().join(', ')}`)
    break
  }
}

/**
 * Ours was absorbed by another client's process that ended within the same seconds: no clock shows whether that is
 * why ours is invisible. It stays accepted and invisible, and after a while needs a person.
 */
function isForPeople({ template, service }: Harness, id: number, state: string): boolean {
  const account = template.accounts.find((one) => one.id === id)
  const last = account === undefined ? undefined : service.processes(account.key).at(-1)
  return state === 'processing' && last?.foreign === true && isBy(last, id) && service.isUnknown(last)
}

async function letGo(model: Model, harness: Harness): Promise<void> {
  const { ledger, template } = harness
  if (ledger.pauses().length > 0) {
    ledger.wanted()
    await harness.call((client) => client.connections.resume({ id: template.connection }))
  }
  for (const batch of ledger.stops()) await harness.call((client) => client.batches.goOn({ batch }))
  const held = ledger
    .currentStates()
    .filter(({ held: reason, state, excluded }) => reason !== null && onTheWay.has(state) && excluded === 0)
  if (held.length === 0) return
  const accounts = held.map(({ id }) => id)
  await harness.call((client) => client.accounts.unhold({ accounts }))
  for (const id of accounts) model.held.set(id, false)
}

const outcomeOf = {
  PROCESSED: 'created',
  ERRORED: 'failed',
  CANCELLED: 'cancelled',
  DRY_RUN_SUCCEEDED: 'dry_run',
  DRY_RUN_ERRORED: 'dry_run_failed',
} as const

/** The workspace's result of each sent account equals the service's. */
function compare({ template, ledger, service }: Harness): void {
  const currentStates = new Map(ledger.currentStates().map((one) => [one.id, one]))
  for (const account of template.accounts) {
    const currentState = currentStates.get(account.id)
    if (currentState !== undefined && currentState.state === 'done') compareOne(account, currentState)
  }

  function compareOne(account: ModelAccount, { outcome, platformIdentifier }: CurrentState): void {
    const last = service.processes(account.key).at(-1)
    const name = ledger.nameOf(account.id)
    if (last === undefined)
      return ledger.note(`${name} done as ${outcome}, and the service knows nothing of it`)
    if (!isBy(last, account.id)) {
      if (outcome === null || isOneOf(thereOutcomes, outcome)) return
      // Another client's, or a duplicate's in the other batch: our own process before it has failed.
      const ours = service.processes(account.key).findLast((process) => isBy(process, account.id))
      if (ours !== undefined && !hasFailed(ours, service))
        ledger.note(`${name} done as ${outcome}, but ours is alive`)
      return
    }
    const expected = outcomeOf[last.end]
    // For an account that another client also created, the final creator is not distinguished once it is done.
    const isShared = last.mindChanged || service.processes(account.key).some(({ foreign }) => foreign)
    // If its create was never answered and the clocks were not compared yet, it may stay in doubt.
    const isDoubt = outcome === 'whose_account_unsure'
    const isThere = (isDoubt || (outcome === 'already_there' && isShared)) && last.end === 'PROCESSED'
    if (outcome !== expected && !isThere)
      ledger.note(`${name} done as ${outcome}, the service says ${last.end}`)
    if (outcome === 'created' && platformIdentifier !== last.identifier)
      ledger.note(`${name} has the identifier ${platformIdentifier}, the service says ${last.identifier}`)
  }
}
