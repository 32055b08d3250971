// What may happen in a run: what people do in the window, what an operator does at the service, what the machine and the
// network do. After each of them everything that needs no time has happened, a program that died has been started
// again, and the oracle has looked.
import * as fc from 'fast-check'
import type { SendingPlan } from '../../../shared/sending-plan.ts'
import { sendingPlan } from '../../../shared/sending-plan.ts'
import { connectionSettings } from '../../../shared/connection.ts'
import type { House } from './house.ts'
import { ends } from './moody-service.ts'
import { modelSettings, postcodeColumn, streetColumn } from './template.ts'
import { deathPoints, type Mood, moods } from './wire.ts'

/** What people have decided, which no end of the program may forget. Undefined: the program died while it was decided. */
export type Model = {
  steps: number
  paused: boolean | undefined
  readonly plans: Map<number, SendingPlan | undefined>
  readonly held: Map<number, boolean | undefined>
  readonly excluded: Map<number, boolean | undefined>
  keyWorks: boolean
}
export const newModel = (): Model => ({
  steps: 0,
  paused: false,
  plans: new Map(),
  held: new Map(),
  excluded: new Map(),
  keyWorks: true,
})

type Step = fc.AsyncCommand<Model, House, true>
type Done = 'done' | 'refused' | 'died'

function step(
  words: string,
  act: (house: House, model: Model) => Promise<unknown>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Step {
  return {
    check: async (model) => check(model),
    toString: () => words,
    async run(model, house) {
      model.steps += 1
      await act(house, model)
      await afterwards(model, house)
    },
  }
}

/** A look at what the window is shown costs more than a step: it is taken after so many, one batch by turns. */
const lookEvery = 8

/** What must hold between any two steps. */
export async function afterwards(model: Model, house: House): Promise<void> {
  const { world, ledger } = house
  await world.settle()
  while (await house.revive()) await world.settle()
  const standings = ledger.check()
  const isPaused = ledger.pauses().some(({ supplier }) => supplier === '')
  if (model.paused === true && !isPaused) ledger.note('A pause that a person made is gone')
  for (const { id, held, excluded } of standings) {
    if (model.held.get(id) === true && held === null) ledger.note(`The hold of ${ledger.nameOf(id)} is gone`)
    const decided = model.excluded.get(id)
    if (decided !== undefined && decided !== (excluded === 1))
      ledger.note(`${ledger.nameOf(id)} is ${excluded === 1 ? '' : 'not '}excluded`)
  }
  if (model.steps % lookEvery === 0) await checkViews(model, house)
  ledger.judge()
}

/** What the window is shown adds up to the accounts that there are, each in one place. */
async function checkViews(model: Model, house: House): Promise<void> {
  const { ledger, template } = house
  const batch = template.batches[(model.steps / lookEvery) % template.batches.length] ?? 0
  const asked = await house.call((client) => client.batches.get({ batch }))
  if (asked.kind !== 'done') return
  const view = asked.value
  const of = ledger.standings().filter((one) => one.batch === batch)
  const shown = Object.values(view.states).reduce((sum, count) => sum + count, 0) + view.excluded
  if (shown !== of.length) ledger.note(`Batch ${batch} shows ${shown} accounts of ${of.length}`)
  for (const [state, count] of Object.entries(view.states)) {
    const there = of.filter((one) => one.state === state && one.excluded === 0).length
    if (there !== count) ledger.note(`Batch ${batch} shows ${count} ${state}, there are ${there}`)
  }
  const isShown = view.sending.stop !== null
  if (isShown !== ledger.stops().includes(batch))
    ledger.note(`Batch ${batch} ${isShown ? 'shows a stop and has none' : 'has a stop and shows none'}`)
  const plan = model.plans.get(batch)
  if (plan !== undefined && JSON.stringify(view.sending.plan) !== JSON.stringify(plan))
    ledger.note(`The plan of batch ${batch} is another than was set`)
}

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('An empty list')
  return found
}

const batchNo = fc.nat({ max: 1 })
const accountNo = fc.nat({ max: 4 })
const few = fc.uniqueArray(accountNo, { minLength: 1, maxLength: 4 })
const supplier = fc.constantFrom('ACME', 'BETA')

function decided<T>(map: Map<number, T | undefined>, ids: readonly number[], kind: Done, value: T): void {
  if (kind === 'refused') return
  for (const id of ids) map.set(id, kind === 'done' ? value : undefined)
}

const accountsAt = (house: House, numbers: readonly number[]): number[] =>
  numbers.map((number) => at(house.template.accounts, number).id)

const release = fc.tuple(batchNo, fc.constantFrom(null, null, 1, 2)).map(([number, limit]) =>
  step(`release ${limit ?? 'all'} of batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    return house.call((client) => client.batches.release({ batch, limit }))
  }),
)

const takeBack = batchNo.map((number) =>
  step(`take back what is queued of batch ${number}`, async (house) => {
    const batch = at(house.template.batches, number)
    await house.call((client) => client.batches.takeBack({ batch }))
  }),
)

const validate = batchNo.map((number) =>
  step(`validate batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    return house.call((client) => client.batches.validate({ batch }))
  }),
)

const judge = few.map((numbers) =>
  step(`judge accounts ${numbers.join(', ')} again`, (house) => {
    const accounts = accountsAt(house, numbers)
    return house.call((client) => client.accounts.judge({ accounts }))
  }),
)

const pause = fc.constant(null).map(() =>
  step('pause', async (house, model) => {
    const { kind } = await house.call((client) => client.connections.pause({ id: house.template.connection }))
    model.paused = kind === 'done' ? true : undefined
  }),
)

const pauseLane = supplier.map((code) =>
  step(`pause ${code}`, (house) =>
    house.call((client) => client.connections.pause({ id: house.template.connection, supplier: code })),
  ),
)

const resume = fc.constant(null).map(() =>
  step('resume', async (house, model) => {
    const { kind } = await house.call((client) =>
      client.connections.resume({ id: house.template.connection }),
    )
    model.paused = kind === 'done' ? false : undefined
  }),
)

const resumeLane = supplier.map((code) =>
  step(`resume ${code}`, (house) =>
    house.call((client) => client.connections.resume({ id: house.template.connection, supplier: code })),
  ),
)

const goOn = batchNo.map((number) =>
  step(`go on with batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    return house.call((client) => client.batches.goOn({ batch }))
  }),
)

const plan = fc
  .record({
    sizes: fc.constantFrom([1, 2], [2], [5], []),
    between: fc.constantFrom('ask' as const, 'when_sent' as const, 'when_settled' as const),
    brakes: fc.record({
      errorRate: fc.constantFrom(null, { percent: 50, atLeast: 2 }),
      sameCode: fc.constantFrom(null, 2, 3),
      stopCodes: fc.constantFrom(
        [],
        ['account_creation_failed'],
        ['parse_error', 'import_process_failed_validation'],
      ),
    }),
  })
  .map((given) => sendingPlan.parse(given))

const setPlan = fc.tuple(batchNo, plan).map(([number, given]) =>
  step(`plan batch ${number} as ${JSON.stringify(given)}`, async (house, model) => {
    const batch = at(house.template.batches, number)
    const { kind } = await house.call((client) => client.batches.setPlan({ batch, plan: given }))
    model.plans.set(batch, kind === 'done' ? given : undefined)
  }),
)

const edit = fc
  .tuple(accountNo, fc.constantFrom('street', 'postcode', 'street away' as const), fc.nat({ max: 9 }))
  .map(([number, what, value]) =>
    step(`edit the ${what} of account ${number} (${value})`, (house) => {
      const { batch, row } = at(house.template.accounts, number)
      // Without a street an account is blocked.
      const text = what === 'street' ? `${value} Low St` : what === 'postcode' ? `QX${value} 1AA` : ''
      const cells = [{ sheet: 0, row, column: what === 'postcode' ? postcodeColumn : streetColumn, text }]
      return house.call((client) => client.edits.apply({ batch, words: 'edit', cells, forgetUndone: true }))
    }),
  )

const undo = batchNo.map((number) =>
  step(`undo in batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    return house.call((client) => client.edits.undo({ batch }))
  }),
)

const judgeEdited = fc.tuple(batchNo, fc.boolean()).map(([number, on]) =>
  step(`${on ? 'judge' : 'do not judge'} what is edited in batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    return house.call((client) => client.batches.judgeEdited({ batch, on }))
  }),
)

const hold = few.map((numbers) =>
  step(`hold accounts ${numbers.join(', ')}`, async (house, model) => {
    const accounts = accountsAt(house, numbers)
    const { kind } = await house.call((client) => client.accounts.hold({ accounts, reason: 'to be asked' }))
    decided(model.held, accounts, kind, true)
    decided(model.excluded, accounts, kind, false)
  }),
)

const unhold = few.map((numbers) =>
  step(`take accounts ${numbers.join(', ')} off hold`, async (house, model) => {
    const accounts = accountsAt(house, numbers)
    const { kind } = await house.call((client) => client.accounts.unhold({ accounts }))
    decided(model.held, accounts, kind, false)
    decided(model.excluded, accounts, kind, false)
  }),
)

const exclude = accountNo.map((number) =>
  step(`exclude account ${number}`, async (house, model) => {
    const accounts = accountsAt(house, [number])
    const { kind } = await house.call((client) =>
      client.accounts.hold({ accounts, reason: 'not ours', exclude: true }),
    )
    decided(model.held, accounts, kind, true)
    decided(model.excluded, accounts, kind, true)
  }),
)

const lookAgain = fc.oneof(
  few.map((numbers) =>
    step(`look at accounts ${numbers.join(', ')} again`, (house) => {
      const accounts = accountsAt(house, numbers)
      return house.call((client) => client.accounts.lookAgain({ accounts }))
    }),
  ),
  fc.tuple(batchNo, fc.constantFrom('watched' as const, 'settled' as const)).map(([number, what]) =>
    step(`look at all ${what} of batch ${number} again`, (house) => {
      const batch = at(house.template.batches, number)
      return house.call((client) => client.batches.lookAgain({ batch, what }))
    }),
  ),
  batchNo.map((number) =>
    step(`stop looking at batch ${number} again`, (house) => {
      const batch = at(house.template.batches, number)
      return house.call((client) => client.batches.stopLooking({ batch }))
    }),
  ),
)

const second = 1000
const hour = 3_600_000
const passing = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(10, 900, 3 * second, 6 * second) },
    { weight: 4, arbitrary: fc.constantFrom(9 * second, 20 * second, 35 * second) },
    { weight: 1, arbitrary: fc.constantFrom(hour, 30 * hour, 96 * hour) },
  )
  .map((ms) => step(`${ms} ms pass`, (house) => house.world.pass(ms)))

const setClock = fc
  .constantFrom(-10 * 365 * 24, -24, -1, -0.01, 0.01, 1, 24, 10 * 365 * 24)
  .map((hours) =>
    step(`the clock is set by ${hours} hours`, async (house) =>
      house.world.setClockBy(Math.round(hours * hour)),
    ),
  )

const machine = fc
  .constantFrom('suspend' as const, 'resume' as const, 'online' as const, 'offline' as const)
  .map((event) =>
    step(`the machine tells: ${event}`, (house) =>
      house.call((client) => client.workspace.machine({ event })),
    ),
  )

const restart = fc.constant(null).map(() => step('restart', (house) => house.restart()))
const die = fc.constant(null).map(() => step('die', async (house) => house.die()))
const dieAt = fc
  .tuple(fc.constantFrom(...deathPoints), fc.integer({ min: 1, max: 3 }))
  .map(([point, nth]) =>
    step(`die ${point}, create ${nth} from now`, async (house) => house.dieAt(point, nth)),
  )

const moodNames = Object.keys(moods) as Mood[]
/** What a create must survive above all: it was taken, and nobody said so. */
const doubtful: readonly Mood[] = ['lost_after', 'late', 'reset_after', 'reset_late', 'broken_late', 'cut']
const mood = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.record({ route: fc.constant('create' as const), name: fc.constantFrom(...doubtful) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ route: fc.constant('create' as const), name: fc.constantFrom(...moodNames) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        route: fc.constantFrom('status' as const, 'validate' as const, 'token' as const),
        name: fc.constantFrom(...moodNames),
      }),
    },
  )
  .chain(({ route, name }) =>
    fc
      .integer({ min: 1, max: 6 })
      .map((times) =>
        step(`the next ${times} of ${route}: ${name}`, async (house) =>
          house.wire.setMood(route, name, times),
        ),
      ),
  )
const calm = fc.constant(null).map(() => step('the wire is calm', async (house) => house.wire.calm()))

const fate = fc
  .record({
    end: fc.constantFrom(...ends, 'PROCESSED' as const),
    afterMs: fc.constantFrom(0, 6 * second, 30 * second, 90 * hour),
    hiddenMs: fc.constantFrom(0, 3 * second, 6 * second),
  })
  .map((given) => step(`fates are ${JSON.stringify(given)}`, async (house) => house.service.setFate(given)))

const operator = fc
  .tuple(
    supplier,
    fc.constantFrom('ongoing' as const, 'ongoing' as const, 'paused' as const, 'complete' as const),
  )
  .map(([code, to]) =>
    step(`the operator sets ${code} ${to}`, async (house) => house.service.setSupplier(code, to)),
  )

const changesMind = fc
  .tuple(accountNo, fc.constantFrom(...ends))
  .map(([number, to]) =>
    step(`the service changes its mind on account ${number}: ${to}`, async (house) =>
      house.service.changeMind(at(house.template.accounts, number).key, to),
    ),
  )

const somebodyElse = accountNo.map((number) =>
  step(`somebody else creates account ${number}`, async (house) =>
    house.service.somebodyElse(at(house.template.accounts, number).key),
  ),
)

const tokensEnd = fc
  .constant(null)
  .map(() => step('the token is revoked', async (house) => house.service.revokeTokens()))
const keyEnds = fc
  .constant(null)
  .map(() => step('the key is revoked', async (house) => house.service.revokeKey()))
const newKey = fc.constant(null).map(() =>
  step('a new key is given', async (house) => {
    const key = house.service.renewKey()
    await house.call((client) => client.connections.setKey({ id: house.template.connection, key }))
  }),
)

export const settingsOf = (changed: Readonly<Record<string, unknown>>) =>
  connectionSettings.parse({ ...modelSettings, limits: { ...modelSettings.limits, ...changed } })

const settings = fc
  .record({
    concurrency: fc.constantFrom(1, 3, 8),
    rate: fc.constantFrom(null, null, 2),
    adaptive: fc.boolean(),
    readsPerMinute: fc.constantFrom(null, null, 12),
    judgementMaxAgeMs: fc.constantFrom(null, 24 * hour, 20 * second),
    quietHours: fc.constantFrom([], [], [{ from: '10:00', to: '11:30' }], [{ from: '22:00', to: '06:00' }]),
    secondLookMs: fc.constantFrom(null, 24 * hour, hour),
    resumeAfterCrash: fc.boolean(),
  })
  .map((changed) =>
    step(`settings are ${JSON.stringify(changed)}`, (house) =>
      house.call((client) => client.connections.save({ name: 'model', settings: settingsOf(changed) })),
    ),
  )

/** By how often they come: most of what happens is sending, waiting, and what goes wrong with both. */
const weights: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
  [16, release],
  [18, passing],
  [12, mood],
  [5, fate],
  [4, dieAt],
  [1, die],
  [1, restart],
  [1, settings],
  [8, resume],
  [2, pause],
  [1, pauseLane],
  [1, resumeLane],
  [2, goOn],
  [2, setPlan],
  [2, takeBack],
  [2, validate],
  [3, judge],
  [3, edit],
  [1, undo],
  [1, judgeEdited],
  [2, hold],
  [2, unhold],
  [1, exclude],
  [3, lookAgain],
  [2, setClock],
  [1, machine],
  [2, calm],
  [2, operator],
  [2, changesMind],
  [1, somebodyElse],
  [1, tokensEnd],
  [1, keyEnds],
  [3, newKey],
]

/** Each arbitrary as often as it weighs: fast-check picks evenly among those that it is given. */
export const allSteps = weights.flatMap(([weight, arbitrary]) =>
  Array.from({ length: weight }, () => arbitrary),
)
