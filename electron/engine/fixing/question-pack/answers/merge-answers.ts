// Merges answers or repairs into the batch as one undoable edit: those that a person accepted as proposed or changed.
// Cells that were edited or sent since the file was read are detected before anything changes.
import type { Editing } from '../../../accounts/editing.ts'
import { lockOf } from '../../../accounts/editing.ts'
import { changed, checkExpected } from '../../../system/expected-version.ts'
import { type Result, success } from '../../../system/failure.ts'
import type { EditCell } from '../../../store/fixing/edits.ts'
import type { Store } from '../../../store/store.ts'
import type { ValidatedItem } from '../drafts.ts'
import { type Review, stampOf } from '../reviews.ts'
import type { StoredBatch } from '../../../store/import/batches.ts'
import { message, type Message } from '../../../../../shared/texts/create-message.ts'

export type AnswerChoice = {
  readonly of: number | ValidatedItem['kind']
  readonly take: boolean
  readonly answer?: number | undefined
}
export type Merged = { readonly edit: number | null; readonly cells: number; readonly accounts: number }

export function mergeAnswers(
  context: { readonly store: Store; readonly editing: Editing; readonly now: () => number },
  batch: StoredBatch,
  review: Review,
  choices: readonly AnswerChoice[],
): Result<Merged> {
  const { store, editing } = context
  const current = checkExpected(review.stamp, stampOf(store, batch), () => message('questions.edited_since'))
  if (!current.ok) return current
  const taken = itemsTaken(review.items, choices)
  const cells = taken.flatMap(({ item, after }) => cellsOf(item, after))
  const accounts = [
    ...new Set(taken.flatMap(({ item }) => item.targets.flatMap(({ account }) => account ?? []))),
  ]
  const locked = accounts.find((id) => lockOf(store.accounts.currentState(id)) !== null)
  if (locked !== undefined)
    return changed(message('questions.sent_since', { key: store.accounts.get(locked).key }))
  if (cells.length === 0) {
    setRead(store, review, context.now())
    return success({ edit: null, cells: 0, accounts: 0 })
  }
  const words = wordsOf(review)
  const laid = editing.lay(batch, words, cells, accounts)
  if (!laid.ok) return laid
  // An answer about one cell says nothing about the same text elsewhere; an answer for many cells does.
  if (taken.every(({ item }) => item.targets.length === 1)) store.memory.markByRow(laid.value.edit)
  setRead(store, review, context.now())
  return success({ edit: laid.value.edit, cells: cells.length, accounts: accounts.length })
}

function wordsOf({ of, fileName: file }: Review): Message {
  return of === 'questions' ? message('questions.answers_of', { file }) : message('repairs.of', { file })
}

function setRead(store: Store, { of, pack }: Review, at: number): void {
  if (of === 'questions') store.questions.setRead(pack.id, at)
  else store.fixFiles.setApplied(pack.id, at)
}

/** A choice for one item overrides the choice for its kind; a later choice overrides an earlier one. */
function itemsTaken(
  items: readonly ValidatedItem[],
  choices: readonly AnswerChoice[],
): { readonly item: ValidatedItem; readonly after: string }[] {
  const chosen = new Map(choices.map((choice) => [choice.of, choice]))
  return items.flatMap((item) => {
    const choice = chosen.get(item.id) ?? chosen.get(item.kind)
    const take = item.mayTake && (choice?.take ?? item.takes)
    const after = item.kind === 'twice' ? item.answers[choice?.answer ?? -1]?.text : item.after
    return !take || after === undefined || after === null ? [] : [{ item, after }]
  })
}

function cellsOf(item: ValidatedItem, after: string): EditCell[] {
  return item.targets.flatMap(({ column, row, text, edited, read }) =>
    text === after
      ? []
      : [
          {
            sheet: column.sheet.position,
            row,
            col: column.index,
            before: edited,
            after,
            asRead: read === after,
          },
        ],
  )
}
