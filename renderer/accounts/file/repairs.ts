// A file that is the repaired fix file of a batch. It is asked about before the file is opened.
import { engine } from '../../app/engine.ts'

export type Repairs = {
  readonly path: string
  readonly name: string
  /** The batch that it belongs to. */
  readonly of: NonNullable<Awaited<ReturnType<typeof engine.questions.batchOf>>>
}

/** Null for every other file; also when it is not known, since it can be opened all the same. */
export async function repairsIn(path: string, name: string): Promise<Repairs | null> {
  const of = await engine.questions.batchOf({ path }).catch(() => null)
  return of === null ? null : { path, name, of }
}
