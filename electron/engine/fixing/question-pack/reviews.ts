// Cache of the reviews of returned workbooks until they are merged or read again. One per batch, in memory only,
// because reading the file again restores it.
import { randomUUID } from 'node:crypto'
import {
  type AnswerItem,
  type AnswerKind,
  answerKinds,
  type AnswerReview,
} from '../../../../shared/contract/fixing/questions.ts'
import { changed } from '../../system/expected-version.ts'
import { type Result, success } from '../../system/failure.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { ValidatedItem } from './drafts.ts'
import type { Validated } from './answers/validate-answers.ts'
import { message } from '../../../../shared/texts/create-message.ts'

const shownIgnored = 20

/** The question pack or the fix file that came back. */
type Pack = Omit<AnswerReview['pack'], 'ofEarlierVersion'> & { readonly batch: number }

export type Review = {
  readonly version: string
  readonly of: AnswerReview['of']
  readonly fileName: string
  readonly pack: Pack
  readonly items: readonly ValidatedItem[]
  readonly byKind: ReadonlyMap<AnswerKind, readonly ValidatedItem[]>
  /** `stampOf` at the time the cells were read. */
  readonly stamp: string
}

export type Reviews = ReturnType<typeof createReviews>

/** Changes when a cell is edited, or when the accounts are built again from another file, mapping or connection. */
export function stampOf(store: Store, batch: StoredBatch): string {
  const { id, stage, readAt, supplier, connectionId, mapped } = batch
  return JSON.stringify([store.edits.version(id), stage, readAt, supplier, connectionId, mapped?.mapping])
}

export function createReviews() {
  const reviews = new Map<number, Review>()
  return {
    keep(
      batch: number,
      found: {
        readonly of: AnswerReview['of']
        readonly fileName: string
        readonly pack: Pack
        readonly validated: Validated
        readonly stamp: string
      },
    ): AnswerReview {
      const { of, fileName, pack, validated, stamp } = found
      const { items, ignored, missing, unchanged = 0 } = validated
      const byKind = Map.groupBy(items, ({ kind }) => kind)
      const review = { version: randomUUID(), of, fileName, pack, items, byKind, stamp }
      reviews.set(batch, review)
      return {
        version: review.version,
        of,
        fileName,
        pack: { ...packView(pack), ofEarlierVersion: pack.batch !== batch },
        counts: countsOf(byKind),
        takes: answerKinds.filter((kind) => byKind.get(kind)?.[0]?.takes === true),
        unchanged,
        taken: items.reduce((sum, { takes, cells }) => sum + (takes ? cells : 0), 0),
        missing,
        ignored: { count: ignored.length, first: ignored.slice(0, shownIgnored) },
      }
    },
    find(batch: number, expected: string): Result<Review> {
      const review = reviews.get(batch)
      return review?.version === expected ? success(review) : changed(message('questions.answers_gone'))
    },
    drop(batch: number): void {
      reviews.delete(batch)
    },
  }
}

function packView({ id, name, madeAt, questions, readAt }: Pack): Omit<Pack, 'batch'> {
  return { id, name, madeAt, questions, readAt }
}

function countsOf(byKind: ReadonlyMap<AnswerKind, readonly unknown[]>): Record<AnswerKind, number> {
  const counts: Partial<Record<AnswerKind, number>> = {}
  for (const kind of answerKinds) counts[kind] = byKind.get(kind)?.length ?? 0
  return counts as Record<AnswerKind, number>
}

export function viewOf(validated: ValidatedItem): AnswerItem {
  const { targets: _, ...item } = validated
  return { ...item, answers: [...item.answers] }
}
