// Makes a store from a list of functions. Each operation is a function of its own whose first argument holds the
// domain's prepared statements; callers of the store give the other arguments only.
import type { Database } from 'better-sqlite3'

type Bound<Statements, Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    statements: Statements,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never
}

export function bindOperations<
  Statements,
  Operations extends Readonly<Record<string, (statements: Statements, ...rest: never[]) => unknown>>,
>(statements: Statements, operations: Operations): Bound<Statements, Operations> {
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    (...rest: never[]) => operation(statements, ...rest),
  ])
  return Object.fromEntries(bound) as Bound<Statements, Operations>
}

/** Runs work in one transaction that begins as a writer, or as part of the transaction that it is called in. */
export function immediateTransaction(database: Database): <Result>(work: () => Result) => Result {
  const transaction = database.transaction((work: () => unknown) => work()).immediate
  return <Result>(work: () => Result) => transaction(work) as Result
}
