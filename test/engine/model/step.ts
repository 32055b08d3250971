// One step of a run: a command runs, everything that needs no time completes, a program that died is restarted, and
// the oracle checks the result.
import * as fc from 'fast-check'
import { type SendingPlan, usualPlan } from '../../../shared/sending/wave-plan.ts'
import type { Harness } from './harness.ts'

/** Decisions of people, which must survive every crash. Undefined: the program died during the decision. */
export type Model = {
  steps: number
  paused: boolean | undefined
  readonly plans: Map<number, SendingPlan | undefined>
  readonly held: Map<number, boolean | undefined>
  readonly excluded: Map<number, boolean | undefined>
  keyWorks: boolean
  /** Automatically released waves, and their plan, at the last check. */
  readonly followed: Map<number, { readonly waves: number; readonly plan: SendingPlan | undefined }>
}
export const newModel = (): Model => ({
  steps: 0,
  paused: false,
  plans: new Map(),
  held: new Map(),
  excluded: new Map(),
  keyWorks: true,
  followed: new Map(),
})

export type Step = fc.AsyncCommand<Model, Harness, true>
export type Done = 'done' | 'refused' | 'died'

export function step(
  words: string,
  act: (harness: Harness, model: Model) => Promise<unknown>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Step {
  return {
    check: async (model) => check(model),
    toString: () => words,
    async run(model, harness) {
      model.steps += 1
      await act(harness, model)
      await afterwards(model, harness)
    },
  }
}

/** Checking the window's view costs more than a step: it is done after this many steps, for one batch in turn. */
const lookEvery = 8

/** Invariants between any two steps. */
export async function afterwards(model: Model, harness: Harness): Promise<void> {
  const { world, ledger } = harness
  await world.finish()
  while (await harness.revive()) await world.finish()
  const currentStates = ledger.check()
  const isPaused = ledger.pauses().some(({ supplier }) => supplier === '')
  if (model.paused === true && !isPaused) ledger.note('A pause that a person made is gone')
  for (const { id, held, excluded } of currentStates) {
    if (model.held.get(id) === true && held === null) ledger.note(`The hold of ${ledger.nameOf(id)} is gone`)
    const decided = model.excluded.get(id)
    if (decided !== undefined && decided !== (excluded === 1))
      ledger.note(`${ledger.nameOf(id)} is ${excluded === 1 ? '' : 'not '}excluded`)
  }
  checkFollowed(model, harness)
  if (model.steps % lookEvery === 0) await checkViews(model, harness)
  ledger.validateAccounts()
}

/** Where the plan says "ask", no wave follows automatically. */
function checkFollowed(model: Model, { ledger, template }: Harness): void {
  const followed = ledger.followed()
  for (const batch of template.batches) {
    const plan = model.plans.has(batch) ? model.plans.get(batch) : usualPlan
    const waves = followed.get(batch) ?? 0
    const before = model.followed.get(batch) ?? { waves: 0, plan: usualPlan }
    model.followed.set(batch, { waves, plan })
    if (plan !== undefined && plan === before.plan && plan.between === 'ask' && waves > before.waves)
      ledger.note(`A wave of batch ${batch} followed by itself, and the plan is to ask`)
  }
}

/** The counts shown in the window add up to the existing accounts, each in one place. */
async function checkViews(model: Model, harness: Harness): Promise<void> {
  const { ledger, template } = harness
  const batch = template.batches[(model.steps / lookEvery) % template.batches.length] ?? 0
  const asked = await harness.call((client) => client.batches.get({ batch }))
  if (asked.kind !== 'done') return
  const view = asked.value
  const of = ledger.currentStates().filter((one) => one.batch === batch)
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

export const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('An empty list')
  return found
}

export const batchNo = fc.nat({ max: 1 })
export const accountNo = fc.nat({ max: 4 })
export const few = fc.uniqueArray(accountNo, { minLength: 1, maxLength: 4 })
export const supplier = fc.constantFrom('ACME', 'BETA')

export function decided<T>(
  map: Map<number, T | undefined>,
  ids: readonly number[],
  kind: Done,
  value: T,
): void {
  if (kind === 'refused') return
  for (const id of ids) map.set(id, kind === 'done' ? value : undefined)
}

export const accountsAt = (harness: Harness, numbers: readonly number[]): number[] =>
  numbers.map((number) => at(harness.template.accounts, number).id)
