// All replies of the adverse service, each with a name of its own: what any endpoint may answer to each of the four, and
// what only one of them would.
import type { Reply, Route } from '../answers.ts'
import { bodies } from './bodies.ts'
import { acceptances, judgements, records, tokens } from './endpoints.ts'
import { type Named, wire } from './wire.ts'

const routes: readonly Route[] = ['token', 'validate', 'create', 'status']
const ofRoute: Readonly<Record<Route, readonly Named[]>> = {
  token: tokens,
  validate: judgements,
  create: acceptances,
  status: records,
}
const whens = ['once', 'thrice', 'always'] as const

/** How often it comes, and whether a create was carried out, goes round, so that each kind meets each of them. */
function repliesOf(on: Route, list: readonly Named[], turn: number): Reply[] {
  return list.map(([name, answer], at) => ({
    name: `${on}: ${name}`,
    on,
    when: whens[(at + turn) % whens.length] ?? 'once',
    done: at % 2 === turn % 2,
    answer,
  }))
}

/** Each of what any endpoint may answer comes from two of the four. */
const ofAny = (turn: number): readonly Named[] =>
  [...wire, ...bodies].filter((_, at) => at % routes.length === turn || (at + 1) % routes.length === turn)

export const replies: readonly Reply[] = routes.flatMap((on, turn) => [
  ...repliesOf(on, ofAny(turn), turn),
  ...repliesOf(on, ofRoute[on], turn + 1),
])

/** Those that are as large as anything that is read of an answer. */
export const heavy: readonly Reply[] = replies.filter(({ name }) =>
  /megabyte|million|thousand problems|hundred thousand|900 kB|200 MB|of 5 kB|fifty thousand/.test(name),
)

/** Those that take seconds of real time: a pause within them, or no end. */
export const slow: ReadonlySet<Reply> = new Set(
  replies.filter(({ answer }) =>
    answer.some((piece) => 'waitMs' in piece || ('end' in piece && piece.end === 'silence')),
  ),
)
