// Group commit: writes that come in the same turn of the event loop share one transaction, and so one flush to the
// disk; what is to begin next is written with them. A write's promise settles after its commit. When one of them fails,
// each is tried on its own, so that none fails for another's sake.

export type Gather = (write: () => void) => Promise<void>

/** What was written down to begin: `go` once that is committed, `drop` where it was not. */
export type Begun = { readonly go: () => void; readonly drop: () => void }

type Waiting = {
  readonly write: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** `together` runs its work as one transaction; `begin` runs at its end and writes what begins next. */
export function createGather(together: (work: () => void) => void, begin: () => Begun | null): Gather {
  let waiting: Waiting[] = []

  function flush(): void {
    const all = waiting
    waiting = []
    const next: { begun: Begun | null } = { begun: null }
    try {
      together(() => {
        for (const { write } of all) write()
        next.begun = begin()
      })
    } catch (error) {
      next.begun?.drop()
      if (all.length === 1) all[0]?.reject(error)
      else for (const one of all) alone(one)
      return
    }
    for (const { resolve } of all) resolve()
    next.begun?.go()
  }

  function alone({ write, resolve, reject }: Waiting): void {
    try {
      together(write)
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  return (write) =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject })
      if (waiting.length === 1) setImmediate(flush)
    })
}
