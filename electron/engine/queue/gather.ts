// Group commit: writes that come in the same turn of the event loop share one transaction, and so one flush to the
// disk. A write's promise settles after its commit. When one of them fails, each is tried on its own, so that none
// fails for another's sake.

export type Gather = (write: () => void) => Promise<void>

type Waiting = {
  readonly write: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** `together` runs its work as one transaction. */
export function createGather(together: (work: () => void) => void): Gather {
  let waiting: Waiting[] = []

  function flush(): void {
    const all = waiting
    waiting = []
    try {
      together(() => {
        for (const { write } of all) write()
      })
      for (const { resolve } of all) resolve()
    } catch (error) {
      if (all.length === 1) all[0]?.reject(error)
      else for (const one of all) alone(one)
    }
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
