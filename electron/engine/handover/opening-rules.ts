// The rule by which a project file may be opened in this folder. Each file names all files that the batch went through
// before. A batch that was handed over from here is replaced only by a file that followed from the one written here, so
// copies of a file lead to one batch at most in each folder. Whether a copy is opened in another folder cannot be known.
// Pure.
import type { KnownFile } from '../store/handover/handovers.ts'
import { message, type Said } from '../../../shared/texts/message.ts'

/** A batch of this folder with the same project. */
export type HereBatch = {
  readonly batch: number
  readonly name: string
  readonly isAway: boolean
  /** The project file that was written here last. */
  readonly file: string | null
}

export type OpeningFacts = {
  readonly file: string
  /** The files that the batch went through, the opened one last. */
  readonly chain: readonly string[]
  /** Project files of the same batch that this folder wrote or opened. */
  readonly known: readonly KnownFile[]
  readonly here: HereBatch | null
}

export type Opening =
  | { readonly ok: true; readonly replaces: number | null }
  | { readonly ok: false; readonly code: string; readonly message: Said }

export function mayOpen({ file, chain, known, here }: OpeningFacts): Opening {
  const own = known.find((one) => one.file === chain.at(-1))
  if (own?.what === 'opened')
    return refuse('project_opened_before', message('handover.opened_before', { file }))
  if (own?.what === 'written')
    return refuse('project_written_here', message('handover.written_here', { file }))
  if (known.some(({ what, file: one }) => what === 'dropped' && chain.includes(one)))
    return refuse('project_of_unlocked', message('handover.unlocked_since', { file }))
  const newest = Math.max(0, ...known.map(({ generation }) => generation))
  if (chain.length <= newest) return refuse('project_older', message('handover.older', { file }))
  if (here === null)
    // It was here, and was removed since: only a file that followed from what is known brings it back.
    return known.length === 0 || known.some((one) => chain.includes(one.file))
      ? { ok: true, replaces: null }
      : refuse('project_of_copy', message('handover.of_copy', { file }))
  if (!here.isAway) return refuse('project_is_here', message('handover.is_here', { file, batch: here.name }))
  if (here.file === null || !chain.includes(here.file))
    return refuse('project_of_copy', message('handover.of_copy', { file }))
  return { ok: true, replaces: here.batch }
}

function refuse(code: string, said: Said): Opening {
  return { ok: false, code, message: said }
}
