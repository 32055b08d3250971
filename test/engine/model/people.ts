// What people do in the window, by the calls that the window makes.
import * as fc from 'fast-check'
import { connectionSettings } from '../../../shared/connection.ts'
import { sendingPlan } from '../../../shared/sending-plan.ts'
import { accountNo, accountsAt, at, batchNo, decided, few, step, supplier } from './step.ts'
import { modelSettings, postcodeColumn, streetColumn } from './template.ts'

const second = 1000
const hour = 3600 * second

export const release = fc.tuple(batchNo, fc.constantFrom(null, null, 1, 2)).map(([number, limit]) =>
  step(`release ${limit ?? 'all'} of batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    house.ledger.wanted()
    return house.call((client) => client.batches.release({ batch, limit }))
  }),
)

export const takeBack = batchNo.map((number) =>
  step(`take back what is queued of batch ${number}`, async (house) => {
    const { ledger, template } = house
    const batch = at(template.batches, number)
    const waiting = ledger.waiting(batch)
    const { kind } = await house.call((client) => client.batches.takeBack({ batch }))
    if (kind !== 'done') return
    const still = ledger.waiting(batch)
    for (const id of waiting) if (still.includes(id)) ledger.note(`${ledger.nameOf(id)} was not taken back`)
  }),
)

export const validate = batchNo.map((number) =>
  step(`validate batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    house.ledger.wanted()
    return house.call((client) => client.batches.validate({ batch }))
  }),
)

export const judge = few.map((numbers) =>
  step(`judge accounts ${numbers.join(', ')} again`, (house) => {
    const accounts = accountsAt(house, numbers)
    house.ledger.wanted()
    return house.call((client) => client.accounts.judge({ accounts }))
  }),
)

export const pause = fc.constant(null).map(() =>
  step('pause', async (house, model) => {
    const { kind } = await house.call((client) => client.connections.pause({ id: house.template.connection }))
    model.paused = kind === 'done' ? true : undefined
  }),
)

export const pauseLane = supplier.map((code) =>
  step(`pause ${code}`, (house) =>
    house.call((client) => client.connections.pause({ id: house.template.connection, supplier: code })),
  ),
)

export const resume = fc.constant(null).map(() =>
  step('resume', async (house, model) => {
    house.ledger.wanted()
    house.ledger.tryAnew()
    const { kind } = await house.call((client) =>
      client.connections.resume({ id: house.template.connection }),
    )
    model.paused = kind === 'done' ? false : undefined
  }),
)

export const resumeLane = supplier.map((code) =>
  step(`resume ${code}`, (house) => {
    house.ledger.wanted()
    return house.call((client) =>
      client.connections.resume({ id: house.template.connection, supplier: code }),
    )
  }),
)

export const goOn = batchNo.map((number) =>
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
      errorRate: fc.constantFrom(null, { percent: 50, atLeast: 1 }),
      sameCode: fc.constantFrom(null, 2, 3),
      stopCodes: fc.constantFrom(
        [],
        ['account_creation_failed'],
        ['parse_error', 'import_process_failed_validation'],
      ),
    }),
  })
  .map((given) => sendingPlan.parse(given))

export const setPlan = fc.tuple(batchNo, plan).map(([number, given]) =>
  step(`plan batch ${number} as ${JSON.stringify(given)}`, async (house, model) => {
    const batch = at(house.template.batches, number)
    // A plan by which the next wave follows says that it may be sent.
    house.ledger.wanted()
    const { kind } = await house.call((client) => client.batches.setPlan({ batch, plan: given }))
    model.plans.set(batch, kind === 'done' ? given : undefined)
  }),
)

export const edit = fc
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

export const undo = batchNo.map((number) =>
  step(`undo in batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    return house.call((client) => client.edits.undo({ batch }))
  }),
)

export const judgeEdited = fc.tuple(batchNo, fc.boolean()).map(([number, on]) =>
  step(`${on ? 'judge' : 'do not judge'} what is edited in batch ${number}`, (house) => {
    const batch = at(house.template.batches, number)
    return house.call((client) => client.batches.judgeEdited({ batch, on }))
  }),
)

export const hold = few.map((numbers) =>
  step(`hold accounts ${numbers.join(', ')}`, async (house, model) => {
    const accounts = accountsAt(house, numbers)
    const { kind } = await house.call((client) => client.accounts.hold({ accounts, reason: 'to be asked' }))
    decided(model.held, accounts, kind, true)
    decided(model.excluded, accounts, kind, false)
  }),
)

export const unhold = few.map((numbers) =>
  step(`take accounts ${numbers.join(', ')} off hold`, async (house, model) => {
    const accounts = accountsAt(house, numbers)
    const { kind } = await house.call((client) => client.accounts.unhold({ accounts }))
    decided(model.held, accounts, kind, false)
    decided(model.excluded, accounts, kind, false)
  }),
)

export const exclude = accountNo.map((number) =>
  step(`exclude account ${number}`, async (house, model) => {
    const accounts = accountsAt(house, [number])
    const { kind } = await house.call((client) =>
      client.accounts.hold({ accounts, reason: 'not ours', exclude: true }),
    )
    decided(model.held, accounts, kind, true)
    decided(model.excluded, accounts, kind, true)
  }),
)

export const lookAgain = fc.oneof(
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

export const newKey = fc.constant(null).map(() =>
  step('a new key is given', async (house) => {
    const key = house.service.renewKey()
    await house.call((client) => client.connections.setKey({ id: house.template.connection, key }))
  }),
)

export const settingsOf = (changed: Readonly<Record<string, unknown>>) =>
  connectionSettings.parse({ ...modelSettings, limits: { ...modelSettings.limits, ...changed } })

export const settings = fc
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
