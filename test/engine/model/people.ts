// Commands of people in the window, made through the calls of the window.
import * as fc from 'fast-check'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { accountNo, accountsAt, at, batchNo, decided, few, step, supplier } from './step.ts'
import { modelSettings, postcodeColumn, streetColumn } from './template.ts'

const second = 1000
const hour = 3600 * second

export const release = fc.tuple(batchNo, fc.constantFrom(null, null, 1, 2)).map(([number, limit]) =>
  step(`release ${limit ?? 'all'} of batch ${number}`, (harness) => {
    const batch = at(harness.template.batches, number)
    harness.ledger.wanted()
    return harness.call((client) => client.batches.release({ batch, limit }))
  }),
)

export const cancelQueued = batchNo.map((number) =>
  step(`cancel what is queued of batch ${number}`, async (harness) => {
    const { ledger, template } = harness
    const batch = at(template.batches, number)
    const waiting = ledger.waiting(batch)
    const { kind } = await harness.call((client) => client.batches.cancelQueued({ batch }))
    if (kind !== 'done') return
    const still = ledger.waiting(batch)
    for (const id of waiting) if (still.includes(id)) ledger.note(`${ledger.nameOf(id)} was not cancelled`)
  }),
)

export const validate = batchNo.map((number) =>
  step(`validate batch ${number}`, (harness) => {
    const batch = at(harness.template.batches, number)
    harness.ledger.wanted()
    return harness.call((client) => client.batches.validate({ batch }))
  }),
)

export const validateAccounts = few.map((numbers) =>
  step(`validate accounts ${numbers.join(', ')} again`, (harness) => {
    const accounts = accountsAt(harness, numbers)
    harness.ledger.wanted()
    return harness.call((client) => client.accounts.validate({ accounts }))
  }),
)

export const pause = fc.constant(null).map(() =>
  step('pause', async (harness, model) => {
    const { kind } = await harness.call((client) =>
      client.connections.pause({ id: harness.template.connection }),
    )
    model.paused = kind === 'done' ? true : undefined
  }),
)

export const pauseLane = supplier.map((code) =>
  step(`pause ${code}`, (harness) =>
    harness.call((client) => client.connections.pause({ id: harness.template.connection, supplier: code })),
  ),
)

export const resume = fc.constant(null).map(() =>
  step('resume', async (harness, model) => {
    harness.ledger.wanted()
    harness.ledger.tryAgain()
    const { kind } = await harness.call((client) =>
      client.connections.resume({ id: harness.template.connection }),
    )
    model.paused = kind === 'done' ? false : undefined
  }),
)

export const resumeLane = supplier.map((code) =>
  step(`resume ${code}`, (harness) => {
    harness.ledger.wanted()
    return harness.call((client) =>
      client.connections.resume({ id: harness.template.connection, supplier: code }),
    )
  }),
)

export const goOn = batchNo.map((number) =>
  step(`go on with batch ${number}`, (harness) => {
    const batch = at(harness.template.batches, number)
    return harness.call((client) => client.batches.goOn({ batch }))
  }),
)

const plan = fc
  .record({
    sizes: fc.constantFrom([1, 2], [2], [5], []),
    between: fc.constantFrom('ask' as const, 'when_sent' as const, 'when_done' as const),
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
  step(`plan batch ${number} as ${JSON.stringify(given)}`, async (harness, model) => {
    const batch = at(harness.template.batches, number)
    // A plan whose waves follow automatically counts as permission to send.
    harness.ledger.wanted()
    const { kind } = await harness.call((client) => client.batches.setPlan({ batch, plan: given }))
    model.plans.set(batch, kind === 'done' ? given : undefined)
  }),
)

export const edit = fc
  .tuple(accountNo, fc.constantFrom('street', 'postcode', 'street away' as const), fc.nat({ max: 9 }))
  .map(([number, what, value]) =>
    step(`edit the ${what} of account ${number} (${value})`, (harness) => {
      const { batch, row } = at(harness.template.accounts, number)
      // Without a street an account is invalid.
      const text = what === 'street' ? `${value} Low St` : what === 'postcode' ? `QX${value} 1AA` : ''
      const cells = [{ sheet: 0, row, column: what === 'postcode' ? postcodeColumn : streetColumn, text }]
      return harness.call((client) => client.edits.apply({ batch, words: 'edit', cells }))
    }),
  )

export const undo = batchNo.map((number) =>
  step(`undo in batch ${number}`, (harness) => {
    const batch = at(harness.template.batches, number)
    return harness.call((client) => client.edits.undo({ batch }))
  }),
)

export const validateEdited = fc.tuple(batchNo, fc.boolean()).map(([number, on]) =>
  step(`${on ? 'validateAccounts' : 'do not validate'} what is edited in batch ${number}`, (harness) => {
    const batch = at(harness.template.batches, number)
    return harness.call((client) => client.batches.validateEdited({ batch, on }))
  }),
)

export const hold = few.map((numbers) =>
  step(`hold accounts ${numbers.join(', ')}`, async (harness, model) => {
    const accounts = accountsAt(harness, numbers)
    const { kind } = await harness.call((client) => client.accounts.hold({ accounts, reason: 'to be asked' }))
    decided(model.held, accounts, kind, true)
    decided(model.excluded, accounts, kind, false)
  }),
)

export const unhold = few.map((numbers) =>
  step(`take accounts ${numbers.join(', ')} off hold`, async (harness, model) => {
    const accounts = accountsAt(harness, numbers)
    const { kind } = await harness.call((client) => client.accounts.unhold({ accounts }))
    decided(model.held, accounts, kind, false)
    decided(model.excluded, accounts, kind, false)
  }),
)

export const exclude = accountNo.map((number) =>
  step(`exclude account ${number}`, async (harness, model) => {
    const accounts = accountsAt(harness, [number])
    const { kind } = await harness.call((client) =>
      client.accounts.hold({ accounts, reason: 'not ours', exclude: true }),
    )
    decided(model.held, accounts, kind, true)
    decided(model.excluded, accounts, kind, true)
  }),
)

export const recheck = fc.oneof(
  few.map((numbers) =>
    step(`look at accounts ${numbers.join(', ')} again`, (harness) => {
      const accounts = accountsAt(harness, numbers)
      return harness.call((client) => client.accounts.recheck({ accounts }))
    }),
  ),
  fc.tuple(batchNo, fc.constantFrom('watched' as const, 'done' as const)).map(([number, what]) =>
    step(`look at all ${what} of batch ${number} again`, (harness) => {
      const batch = at(harness.template.batches, number)
      return harness.call((client) => client.batches.recheck({ batch, what }))
    }),
  ),
  batchNo.map((number) =>
    step(`stop looking at batch ${number} again`, (harness) => {
      const batch = at(harness.template.batches, number)
      return harness.call((client) => client.batches.stopLooking({ batch }))
    }),
  ),
)

export const newKey = fc.constant(null).map(() =>
  step('a new key is given', async (harness) => {
    const key = harness.service.renewKey()
    await harness.call((client) => client.connections.setKey({ id: harness.template.connection, key }))
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
    validationMaxAgeMs: fc.constantFrom(null, 24 * hour, 20 * second),
    quietHours: fc.constantFrom([], [], [{ from: '10:00', to: '11:30' }], [{ from: '22:00', to: '06:00' }]),
    recheckMs: fc.constantFrom(null, 24 * hour, hour),
    resumeAfterCrash: fc.boolean(),
  })
  .map((changed) =>
    step(`settings are ${JSON.stringify(changed)}`, (harness) =>
      harness.call((client) => client.connections.save({ name: 'model', settings: settingsOf(changed) })),
    ),
  )
