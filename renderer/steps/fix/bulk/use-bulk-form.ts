// Hook with the state of the bulk dialog: the scope, the change as entered so far, its preview, and how it is applied.
// An error stays in the dialog, next to the request that caused it.
import { useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { Fix, FixScope } from '../../../../shared/fixing/fix.ts'
import { type Preview, useChangePreview } from '../../../accounts/change-preview/use-change-preview.ts'
import { engine } from '../../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../../components/notices/failure.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import type { Said } from '../../../../shared/texts/message.ts'
import type { Edits } from '../edits/use-edits.ts'
import { type Draft, fixOf, type Kind } from './fix-draft.ts'
import { type ColumnFacts, noFacts } from './fix-for-cause.ts'
import { noteOf, wordsOf } from './fix-words.ts'
import type { BulkCause, Offer } from './use-bulk.ts'
import { useColumnFacts } from './use-column-facts.ts'
import { useProposed } from './fields/use-proposed.ts'
import { columnName, fitting, type Place, scopeOf, type Where, whereWords } from './where.ts'

export type BulkDialogProps = {
  readonly batch: BatchView
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
  /** As it was opened. */
  readonly where: Where
  readonly place: Place
  /** Of the cause that the rows are filtered by; undefined without one. */
  readonly code: string | null | undefined
  /** The cause that the fix is for; null if the dialog was opened without one. */
  readonly cause: BulkCause | null
  readonly offers: readonly Offer[]
  readonly onOffer: (offer: Offer) => void
  /** Whether any column of this sheet has a problem. */
  readonly hasProblems: (column: number) => boolean
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly edits: Edits
  readonly onClose: () => void
}

type FixRequest = { readonly batch: number; readonly fix: Fix; readonly scope: FixScope }

export function useBulkForm(props: BulkDialogProps) {
  const { batch, kind, draft, cause } = props
  const place = useFrozen(props.place)
  const [chosen, setChosen] = useState(props.where)
  const where = fitting(chosen, kind, place)
  const scope = scopeOf(where, place)
  const facts = useFactsOfScope(batch, place, scope.columns)
  const known = useProposed({
    batch: batch.id,
    kind,
    scope,
    facts,
    code: props.code,
    message: cause?.message ?? null,
    hasProblems: props.hasProblems,
    open: fixOf(kind, draft).as === 'open',
  })
  const made = fixOf(kind, draft, known.proposed)
  const request: FixRequest | null = made.as === 'fix' ? { batch: batch.id, fix: made.fix, scope } : null
  const { apply, applying, refused } = useApply(props.onClose, props.edits)
  const preview = usePreviewOf(request, refused)
  const ready = isReady(preview) && !applying
  const change = (part: Partial<Draft>): void => props.onDraft({ ...draft, ...part })
  const nameOf = (column: number): string => columnName(place, column)
  return {
    place,
    where,
    facts,
    known,
    made,
    preview,
    applying,
    ready,
    change,
    nameOf,
    ofOneColumn: scope.columns.length === 1,
    setWhere(next: Where): void {
      // A replacement table applies to one column's values, and so do patterns found in them.
      if (next.columns !== where.columns) change({ table: new Map(), dateFrom: null, writing: null })
      setChosen(next)
    },
    send(): void {
      if (request === null || !ready) return
      void apply(request, wordsOf(request.fix, whereWords(where, place), nameOf), cause)
    },
  }
}

/**
 * Selection, focus and filter at the time the dialog opened: rows may change behind it. If a link opened it, it
 * exists before the rows do.
 */
function useFrozen(place: Place): Place {
  const [opened, setOpened] = useState(place)
  const early = opened.shown === null && opened.focused === null && opened.selected === null
  const frozen = early ? place : opened
  if (early && place.focused !== null) setOpened(place)
  return { ...frozen, sheet: place.sheet, shown: place.shown }
}

function useFactsOfScope(batch: BatchView, { sheet }: Place, columns: FixScope['columns']): ColumnFacts {
  const factsOf = useColumnFacts(batch)
  const [column] = columns
  return columns.length === 1 && column !== undefined ? factsOf(sheet, column) : noFacts
}

/** With the failure of the last attempt to apply this very request. */
function usePreviewOf(request: FixRequest | null, refused: Refused | null): Preview {
  const key = request === null ? null : JSON.stringify(request)
  const preview = useChangePreview(
    key,
    request === null ? null : (signal) => engine.fixes.preview(request, { signal }),
  )
  return refused !== null && refused.of === key ? { ...preview, failure: refused.failure } : preview
}

function isReady({ cells, fresh }: Preview): boolean {
  return fresh && cells !== null && cells.cells > 0 && cells.refusal === null
}

/** `of`: the request, as JSON. */
type Refused = { readonly of: string; readonly failure: FailureMessage }

/** Applies a request as one edit, reported in the status line with undo; then calls `onClose`. */
function useApply(onClose: () => void, edits: Edits) {
  const [applying, setApplying] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  async function apply(request: FixRequest, words: Said, cause: BulkCause | null): Promise<void> {
    setRefused(null)
    setApplying(true)
    try {
      const { fix, scope } = request
      const made = await edits.fix({
        fix,
        scope,
        words,
        ...(cause === null ? {} : { cause: { code: cause.code, field: cause.field } }),
      })
      toast.done(noteOf(made), {
        label: bulkTexts.undo,
        run: () => void edits.undoIfNewest(made.edit),
      })
      onClose()
    } catch (error) {
      setRefused({ of: JSON.stringify(request), failure: failureOf(error) })
    } finally {
      setApplying(false)
    }
  }
  return { apply, applying, refused }
}
