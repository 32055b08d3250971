// The service of the model: which accounts it has, and the creates that are on their way to it. Notes a second create of
// an account as a violation.

/** `by`: the desktop's number. Times are true time, in milliseconds. */
export type Request = {
  readonly by: number
  readonly key: string
  readonly epoch: number
  readonly begun: number
  /** When it arrives; null: it never does. */
  readonly arrives: number | null
  /** What the service answers: it accepts only what it does not refuse. */
  readonly refused: boolean
  state: 'under way' | 'created' | 'refused' | 'never'
  answered: boolean
}

/** A create that was begun arrives within this time or never, in milliseconds: its time limit. */
export const createWithinMs = 60_000

export type Service = ReturnType<typeof createService>

export function createService(violations: string[]) {
  const accounts = new Map<string, Request>()
  const requests: Request[] = []
  return {
    requests,
    creates: (): number => accounts.size,
    has: (key: string): boolean => accounts.has(key),
    begin(request: Omit<Request, 'state' | 'answered'>): Request {
      const { key, by } = request
      const other = requests.find((one) => one.key === key && one.by !== by && one.state === 'under way')
      if (other !== undefined)
        violations.push(
          `Desktop ${by} begins to create ${key} while a create of desktop ${other.by} is under way`,
        )
      if (accounts.has(key)) violations.push(`Desktop ${by} begins to create ${key}, which is there`)
      const begun: Request = { ...request, state: 'under way', answered: false }
      requests.push(begun)
      return begun
    },
    /** Time has passed: what was to arrive by `now` has arrived. */
    arrive(now: number): void {
      for (const request of requests) {
        if (request.state !== 'under way') continue
        if (request.arrives === null) {
          if (now >= request.begun + createWithinMs) request.state = 'never'
        } else if (request.arrives <= now) {
          if (request.refused) request.state = 'refused'
          else if (accounts.has(request.key))
            violations.push(`A second create of ${request.key} arrives, of desktop ${request.by}`)
          else accounts.set(request.key, request)
          if (request.state === 'under way') request.state = 'created'
        }
      }
    },
  }
}
