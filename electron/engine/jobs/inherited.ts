// Values that the tasks of worker threads inherit from the thread that starts them, by name. The host of threads sends
// those of the moment with each task; it sends none to a thread that runs code of others. A value is never in the
// environment of the process, which child processes inherit and other programs may read.
let values: ReadonlyMap<string, unknown> = new Map()

export type Inherited = ReadonlyMap<string, unknown>

/** What a task that starts now inherits. */
export const inheritedNow = (): Inherited => values

export const inherited = (name: string): unknown => values.get(name)

/** For the tasks that start after this call. */
export function letInherit(name: string, value: unknown): void {
  values = new Map(values).set(name, value)
}

/** In a thread: takes what the task was sent. */
export function inherit(sent: Inherited): void {
  values = sent
}
