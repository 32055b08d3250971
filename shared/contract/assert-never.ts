/** The end of every switch over a union: a new member fails the type check here, and at run time it is a bug. */
export function assertNever(value: never): never {
  throw new Error(`Not reachable: ${JSON.stringify(value)}`)
}
