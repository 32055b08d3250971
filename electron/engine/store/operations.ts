// Makes a store from a list of functions. Each operation is a function of its own whose first argument holds the
// domain's prepared statements and what else they share; callers of the store give the other arguments only.
import type { Database } from 'better-sqlite3'

type Bound<Parts, Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    parts: Parts,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never
}

export function bindOperations<
  Parts,
  Operations extends Readonly<Record<string, (parts: Parts, ...rest: never[]) => unknown>>,
>(parts: Parts, operations: Operations): Bound<Parts, Operations> {
  // `bind`, because a function with rest parameters would make an array for each call.
  const bound = Object.entries(operations).map(([name, operation]) => [name, operation.bind(null, parts)])
  return Object.fromEntries(bound) as Bound<Parts, Operations>
}

/** Runs work in one transaction that begins as a writer, or as part of the transaction that it is called in. */
export function immediateTransaction(database: Database): <Result>(work: () => Result) => Result {
  const transaction = database.transaction((work: () => unknown) => work()).immediate
  return <Result>(work: () => Result) => transaction(work) as Result
}
