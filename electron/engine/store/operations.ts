// Makes a store from a list of functions. Each operation is a function of its own whose first argument holds the
// domain's prepared statements; callers of the store give the other arguments only.

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
