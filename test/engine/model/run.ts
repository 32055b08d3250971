// One property: whatever happens, in whatever order, the oracle finds nothing wrong; and when the moods are over and
// people say "go on", everything settles and equals the service.
import * as fc from 'fast-check'
import { isOneOf, thereOutcomes } from '../../../shared/account-state.ts'
import { allSteps } from './commands.ts'
import { type House, openHouse } from './house.ts'
import { hasFailed, isBy } from './ledger.ts'
import type { Standing } from './ledger-reader.ts'
import { hardlyAfter } from './moody-service.ts'
import { settingsOf } from './people.ts'
import { afterwards, type Model, newModel } from './step.ts'
import { makeTemplate, type ModelAccount, type Template } from './template.ts'
import type { Clocks } from './world.ts'

/** What the runs came to, so that a test can tell whether they meant anything. */
export type Sum = {
  runs: number
  steps: number
  readonly outcomes: Map<string, number>
  creates: number
  /** How often a brake stopped a batch, and how many lives the engine had. */
  stops: number
  lives: number
}

/** Twice the steps of a run on average: their number is even between none and all. */
const mostSteps = 116

/** A seed that nobody has chosen. */
export const drawSeed = (): number => Math.floor(Math.random() * 2 ** 31)

export async function everythingSettles(options: {
  readonly runs: number
  readonly seed: number
  readonly path?: string
  /** True: the first failure is told as it is, however long its list of steps. */
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

/** Of the runs one in three has a service whose records have another clock than its Date, one in two finds it measured. */
function clocksOf(seed: number): Clocks {
  const aheadMs = [0, 0, 0, 0, -8000, 8000][(seed >>> 0) % 6] ?? 0
  return { aheadMs, measured: (seed >>> 0) % 4 < 2 }
}

export async function oneRun(
  template: Template,
  seed: number,
  steps: Iterable<fc.AsyncCommand<Model, House, true>>,
  sum: Sum,
): Promise<void> {
  const house = await openHouse(template, seed, clocksOf(seed))
  const model = newModel()
  try {
    await fc.asyncModelRun(() => ({ model, real: house }), steps)
    await comeToRest(model, house)
    compare(house)
    house.ledger.judge()
    sum.runs += 1
    sum.steps += model.steps
    for (const { outcome, state } of house.ledger.standings()) {
      const ended = outcome ?? state
      sum.outcomes.set(ended, (sum.outcomes.get(ended) ?? 0) + 1)
    }
    sum.creates += house.ledger.creates()
    sum.stops += house.ledger.stopsMade()
    sum.lives += house.lives()
  } finally {
    await house.close()
  }
}

const onTheWay = new Set(['queued', 'sending', 'unconfirmed', 'watching'])
const second = 1000
const hour = 3600 * second

/** No moods any more; a person lifts whatever stands in the way, as often as something does. */
async function comeToRest(model: Model, house: House): Promise<void> {
  const { service, wire, world, ledger, template } = house
  wire.calm()
  wire.disarm()
  service.calm()
  await house.call((client) => client.connections.save({ name: 'model', settings: settingsOf({}) }))
  const key = service.renewKey()
  await house.call((client) => client.connections.setKey({ id: template.connection, key }))
  model.paused = false
  for (let round = 0; round < 60; round += 1) {
    service.calm()
    await letGo(model, house)
    await world.pass(round % 8 === 7 ? 3 * hour : 20 * second)
    await afterwards(model, house)
    const moving = ledger
      .standings()
      .some(({ id, state }) => onTheWay.has(state) && !isForPeople(house, id, state))
    if (!moving && ledger.judging().length === 0) break
    if (round === 59)
      ledger.note(
        `Not everything settles: ${JSON.stringify(ledger.standings())} ${JSON.stringify(ledger.pauses())}`,
      )
  }
  // Minds were changed after accounts had settled: they are looked at once more.
  for (const batch of template.batches)
    await house.call((client) => client.batches.lookAgain({ batch, what: 'settled' }))
  for (let round = 0; round < 2; round += 1) {
    await world.pass(18 * second)
    await afterwards(model, house)
  }
}

/**
 * Ours was absorbed by a process of somebody else that ended in the very seconds: no clock tells whether that is why
 * nothing of ours is to be seen. It stays accepted and not visible, and after a while asks for a person.
 */
function isForPeople({ template, service }: House, id: number, state: string): boolean {
  const account = template.accounts.find((one) => one.id === id)
  const last = account === undefined ? undefined : service.processes(account.key).at(-1)
  return (
    state === 'watching' &&
    last?.foreign === true &&
    isBy(last, id) &&
    last.endsAt < last.takenAt + hardlyAfter
  )
}

async function letGo(model: Model, house: House): Promise<void> {
  const { ledger, template } = house
  if (ledger.pauses().length > 0) {
    ledger.wanted()
    await house.call((client) => client.connections.resume({ id: template.connection }))
  }
  for (const batch of ledger.stops()) await house.call((client) => client.batches.goOn({ batch }))
  const held = ledger
    .standings()
    .filter(({ held: reason, state, excluded }) => reason !== null && onTheWay.has(state) && excluded === 0)
  if (held.length === 0) return
  const accounts = held.map(({ id }) => id)
  await house.call((client) => client.accounts.unhold({ accounts }))
  for (const id of accounts) model.held.set(id, false)
}

const outcomeOf = {
  PROCESSED: 'created',
  ERRORED: 'failed',
  CANCELLED: 'cancelled',
  DRY_RUN_SUCCEEDED: 'dry_run',
  DRY_RUN_ERRORED: 'dry_run_failed',
} as const

/** What the workspace says of each account that it has sent is what the service says. */
function compare({ template, ledger, service }: House): void {
  const standings = new Map(ledger.standings().map((one) => [one.id, one]))
  for (const account of template.accounts) {
    const standing = standings.get(account.id)
    if (standing !== undefined && standing.state === 'settled') compareOne(account, standing)
  }

  function compareOne(account: ModelAccount, { outcome, platformIdentifier }: Standing): void {
    const last = service.processes(account.key).at(-1)
    const name = ledger.nameOf(account.id)
    if (last === undefined)
      return ledger.note(`${name} settled as ${outcome}, and the service knows nothing of it`)
    if (!isBy(last, account.id)) {
      if (outcome === null || isOneOf(thereOutcomes, outcome)) return
      // Somebody else's, or a twin's in the other batch: what was ours before it has failed.
      const ours = service.processes(account.key).findLast((process) => isBy(process, account.id))
      if (ours !== undefined && !hasFailed(ours, service))
        ledger.note(`${name} settled as ${outcome}, but ours is alive`)
      return
    }
    const expected = outcomeOf[last.end]
    // Of an account that somebody else had as well, whose doing it is in the end is not told apart once it has settled.
    const isShared = last.mindChanged || service.processes(account.key).some(({ foreign }) => foreign)
    // Where no answer came to what made it, and the clocks were not compared yet, it may stay a doubt.
    const isDoubt = outcome === 'whose_account_unsure'
    const isThere = (isDoubt || (outcome === 'already_there' && isShared)) && last.end === 'PROCESSED'
    if (outcome !== expected && !isThere)
      ledger.note(`${name} settled as ${outcome}, the service says ${last.end}`)
    if (outcome === 'created' && platformIdentifier !== last.identifier)
      ledger.note(`${name} has the identifier ${platformIdentifier}, the service says ${last.identifier}`)
  }
}
