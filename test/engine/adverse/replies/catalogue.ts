// Catalogue of all replies of the adverse service, each with a unique name: the ones that apply to all four
// endpoints, and the ones that apply to one.
import type { Reply, Route } from '../answers.ts'
import { bodies } from './bodies.ts'
import { acceptances, validations, records, tokens } from './endpoints.ts'
import { type Named, wire } from './wire.ts'

const routes: readonly Route[] = ['token', 'validate', 'create', 'status']
const ofRoute: Readonly<Record<Route, readonly Named[]>> = {
  token: tokens,
  validate: validations,
  create: acceptances,
  status: records,
}
const whens = ['once', 'thrice', 'always'] as const

/**
 * How often the reply comes, and whether a create takes effect, alternate, so that every kind of reply meets each
 * combination.
 */
function repliesOf(on: Route, list: readonly Named[], turn: number): Reply[] {
  return list.map(([name, answer], at) => ({
    name: `${on}: ${name}`,
    on,
    when: whens[(at + turn) % whens.length] ?? 'once',
    done: at % 2 === turn % 2,
    answer,
  }))
}

/** Each reply for any endpoint is sent by two of the four. */
const ofAny = (turn: number): readonly Named[] =>
  [...wire, ...bodies].filter((_, at) => at % routes.length === turn || (at + 1) % routes.length === turn)

export const replies: readonly Reply[] = routes.flatMap((on, turn) => [
  ...repliesOf(on, ofAny(turn), turn),
  ...repliesOf(on, ofRoute[on], turn + 1),
])

/** Replies as large as the most that is read of an answer. */
export const heavy: readonly Reply[] = replies.filter(({ name }) =>
  /megabyte|million|thousand problems|hundred thousand|900 kB|200 MB|of 5 kB|fifty thousand/.test(name),
)

/** Replies that take seconds of real time: with a pause in them, or without an end. */
export const slow: ReadonlySet<Reply> = new Set(
  replies.filter(({ answer }) =>
    answer.some((piece) => 'waitMs' in piece || ('end' in piece && piece.end === 'silence')),
  ),
)
