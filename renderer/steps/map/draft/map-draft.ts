// The draft of a batch's mapping: what it says, where that comes from, and the drafts before and after it.
import type { SuggestionView } from '../../../../shared/contract/import/mapping.ts'
import type { Said } from '../../../../shared/texts/message.ts'
import type { Applied } from './follow-draft.ts'
import type { WithTaken } from './proposals.ts'

export type Reason = SuggestionView['reasons'][number]

type Content = WithTaken &
  Applied & {
    /** What it was begun from, or has followed since. */
    readonly from: Applied
    /** Why a column was placed, by `reasonKey`; only while it is still where the suggestion put it. */
    readonly reasons: ReadonlyMap<string, Reason>
    /** Fields that a column could feed as well, nearest first. */
    readonly offers: readonly Reason[]
    /** What the suggestion leaves to a person. */
    readonly questions: readonly Said[]
  }

/** What undo restores. */
export type Decided = Pick<
  Content,
  'mapping' | 'catalogue' | 'reasons' | 'offers' | 'questions' | 'taken' | 'kept'
>

/** The drafts before and after this one; the newest is last. */
export type History = { readonly past: readonly Decided[]; readonly future: readonly Decided[] }

export type Draft = Content & History
