// Decisions about the answers or repairs of a file: for a whole kind, or for one item, which takes precedence. Pure functions.
import {
  type AnswerItem,
  type AnswerKind,
  answerKinds,
  type AnswerReview,
} from '../../../shared/contract/fixing/questions.ts'

type ItemChoice = { readonly kind: AnswerKind; readonly take: boolean; readonly answer?: number }
export type AnswerChoices = {
  readonly kinds: ReadonlyMap<AnswerKind, boolean>
  readonly items: ReadonlyMap<number, ItemChoice>
}

export const noChoices: AnswerChoices = { kinds: new Map(), items: new Map() }

/** Kinds that can be accepted or skipped as a whole; double answers must be decided one by one. */
const whole: ReadonlySet<AnswerKind> = new Set(['answered', 'refused', 'not_choice', 'no_answer', 'edited'])

export function isOfWhole(kind: AnswerKind): boolean {
  return whole.has(kind)
}

/** Whether the answer is merged; of `twice` which one, null where it is skipped. */
export function choiceOf(item: AnswerItem, choices: AnswerChoices): { take: boolean; answer: number | null } {
  const own = choices.items.get(item.id)
  const take = item.mayTake && (own?.take ?? choices.kinds.get(item.kind) ?? item.takes)
  return { take, answer: take ? (own?.answer ?? null) : null }
}

export function takeItem(
  choices: AnswerChoices,
  item: AnswerItem,
  take: boolean,
  answer?: number,
): AnswerChoices {
  const items = new Map(choices.items)
  items.set(item.id, { kind: item.kind, take, ...(answer === undefined ? {} : { answer }) })
  return { ...choices, items }
}

/** Individual decisions of the kind are discarded. */
export function takeKind(choices: AnswerChoices, kind: AnswerKind, take: boolean): AnswerChoices {
  return {
    kinds: new Map(choices.kinds).set(kind, take),
    items: new Map([...choices.items].filter(([, one]) => one.kind !== kind)),
  }
}

/** How many answers of a kind are merged; without one, of all. */
export function takenOf(review: AnswerReview, choices: AnswerChoices, only?: AnswerKind): number {
  let taken = 0
  for (const kind of answerKinds) {
    if (only !== undefined && kind !== only) continue
    const all = choices.kinds.get(kind) ?? review.takes.includes(kind)
    const others = [...choices.items.values()].filter((one) => one.kind === kind && one.take !== all).length
    taken += all ? review.counts[kind] - others : others
  }
  return taken
}

/** As the engine takes them. */
export function toSend({ kinds, items }: AnswerChoices): {
  of: number | AnswerKind
  take: boolean
  answer?: number
}[] {
  return [
    ...[...kinds].map(([of, take]) => ({ of, take })),
    ...[...items].map(([of, { take, answer }]) => ({
      of,
      take,
      ...(answer === undefined ? {} : { answer }),
    })),
  ]
}
