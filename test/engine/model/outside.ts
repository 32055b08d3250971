// Commands without a person at the window: time, the machine and its crash, the network, the service and its
// operator.
import * as fc from 'fast-check'
import { ends } from './moody-service.ts'
import { accountNo, at, step, supplier } from './step.ts'
import { deathPoints, type Behaviour, behaviours } from './wire.ts'

const second = 1000
const hour = 3600 * second

export const passing = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(10, 900, 3 * second, 6 * second) },
    { weight: 4, arbitrary: fc.constantFrom(9 * second, 20 * second, 35 * second) },
    { weight: 1, arbitrary: fc.constantFrom(hour, 30 * hour, 96 * hour) },
  )
  .map((ms) => step(`${ms} ms pass`, (harness) => harness.world.pass(ms)))

export const setClock = fc
  .constantFrom(-10 * 365 * 24, -24, -1, -0.01, 0.01, 1, 24, 10 * 365 * 24)
  .map((hours) =>
    step(`the clock is set by ${hours} hours`, async (harness) =>
      harness.world.setClockBy(Math.round(hours * hour)),
    ),
  )

export const machine = fc
  .constantFrom('suspend' as const, 'resume' as const, 'online' as const, 'offline' as const)
  .map((event) =>
    step(`the machine tells: ${event}`, (harness) =>
      harness.call((client) => client.workspace.machine({ event })),
    ),
  )

export const restart = fc.constant(null).map(() => step('restart', (harness) => harness.restart()))
export const die = fc.constant(null).map(() => step('die', async (harness) => harness.die()))
export const dieAt = fc
  .tuple(fc.constantFrom(...deathPoints), fc.integer({ min: 1, max: 3 }))
  .map(([point, nth]) =>
    step(`die ${point}, create ${nth} from now`, async (harness) => harness.dieAt(point, nth)),
  )

const behaviourNames = Object.keys(behaviours) as Behaviour[]
/** The most important case for a create: it was accepted, and the reply was lost. */
const doubtful: readonly Behaviour[] = [
  'lost_after',
  'late',
  'reset_after',
  'reset_late',
  'broken_late',
  'cut',
]
export const behaviour = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.record({ route: fc.constant('create' as const), name: fc.constantFrom(...doubtful) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        route: fc.constant('create' as const),
        name: fc.constantFrom(...behaviourNames),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        route: fc.constantFrom('status' as const, 'validate' as const, 'token' as const),
        name: fc.constantFrom(...behaviourNames),
      }),
    },
  )
  .chain(({ route, name }) =>
    fc
      .integer({ min: 1, max: 6 })
      .map((times) =>
        step(`the next ${times} of ${route}: ${name}`, async (harness) =>
          harness.wire.setBehaviour(route, name, times),
        ),
      ),
  )
export const calm = fc
  .constant(null)
  .map(() => step('the wire is calm', async (harness) => harness.wire.calm()))

export const fate = fc
  .record({
    end: fc.constantFrom(...ends, 'PROCESSED' as const),
    afterMs: fc.constantFrom(0, 6 * second, 30 * second, 90 * hour),
    hiddenMs: fc.constantFrom(0, 3 * second, 6 * second),
  })
  .map((given) =>
    step(`fates are ${JSON.stringify(given)}`, async (harness) => harness.service.setFate(given)),
  )

export const operator = fc
  .tuple(
    supplier,
    fc.constantFrom('ongoing' as const, 'ongoing' as const, 'paused' as const, 'complete' as const),
  )
  .map(([code, to]) =>
    step(`the operator sets ${code} ${to}`, async (harness) => harness.service.setSupplier(code, to)),
  )

export const changesMind = fc
  .tuple(accountNo, fc.constantFrom(...ends))
  .map(([number, to]) =>
    step(`the service changes its mind on account ${number}: ${to}`, async (harness) =>
      harness.service.changeMind(at(harness.template.accounts, number).key, to),
    ),
  )

export const somebodyElse = accountNo.map((number) =>
  step(`somebody else creates account ${number}`, async (harness) =>
    harness.service.somebodyElse(at(harness.template.accounts, number).key),
  ),
)

export const tokensEnd = fc
  .constant(null)
  .map(() => step('the token is revoked', async (harness) => harness.service.revokeTokens()))
export const keyEnds = fc
  .constant(null)
  .map(() => step('the key is revoked', async (harness) => harness.service.revokeKey()))
