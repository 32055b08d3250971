/** Ends every switch over a union: a new member fails the type check here, and reaching it at run time is a bug. */
export function assertNever(value: never): never {
  throw new Error(`Not reachable: ${JSON.stringify(value)}`)
}
