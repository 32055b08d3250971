// Undo and redo of decisions about the mapping. A draft keeps what it was before each decision; a text being typed
// (the supplier's code) is not one, because its field undoes it. Pure functions.
import type { Decided, Draft, History } from './map-draft.ts'

export const noHistory: History = { past: [], future: [] }
const mostKept = 100

function decidedOf({ mapping, catalogue, reasons, offers, questions, taken, kept }: Draft): Decided {
  return { mapping, catalogue, reasons, offers, questions, taken, kept }
}

/** The changed draft, which remembers the one before if a decision about the mapping was made. */
export function remembered(before: Draft, after: Draft): Draft {
  if (after.mapping === before.mapping && after.questions === before.questions) return after
  return { ...after, past: [...before.past, decidedOf(before)].slice(-mostKept), future: [] }
}

export function undone(draft: Draft): Draft {
  const last = draft.past.at(-1)
  if (last === undefined) return draft
  return { ...draft, ...last, past: draft.past.slice(0, -1), future: [...draft.future, decidedOf(draft)] }
}

export function redone(draft: Draft): Draft {
  const next = draft.future.at(-1)
  if (next === undefined) return draft
  return { ...draft, ...next, past: [...draft.past, decidedOf(draft)], future: draft.future.slice(0, -1) }
}
