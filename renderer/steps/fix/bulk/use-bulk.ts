// Hook that opens and closes the bulk edit dialog. The kind of fix is in the URL (`tool`), so that a link or the
// palette can open it; the scope and the input are kept here.
import type { GridSelection } from '@glideapps/glide-data-grid'
import { useMemo, useState } from 'react'
import type { FixCause } from '../../../../shared/contract/fixing/playbook.ts'
import { setParams, useRoute } from '../../../app/route.ts'
import { toast } from '../../../components/notices/toast.tsx'
import type { ParamChanges } from '../fix-view.ts'
import type { GridColumnPlan } from '../grid/columns/grid-columns.ts'
import type { Rows } from '../grid/rows/use-rows.ts'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { type Draft, emptyDraft, isKind, type Kind } from './fix-draft.ts'
import { selectedOf } from './selected-cells.ts'
import type { Selected, Where } from './where.ts'

/** What a fix is made for, with the sentence of its problems. */
export type BulkCause = FixCause & { readonly message: string }
export type CauseFix = {
  readonly cause: BulkCause
  readonly column: number
  readonly kind: Kind
  /** Values entered before: from a fix that worked earlier, or that helps now. */
  readonly draft: Partial<Draft>
  /** Fixes that help, already counted. */
  readonly offers?: readonly Offer[]
}

/** A fix that can be chosen with one press, and what it does, in words. */
export type Offer = {
  readonly words: string
  readonly kind: Kind
  readonly draft: Partial<Draft>
}

/** More selected rows than this are not fetched to find out their numbers. */
const mostFetched = 10_000

/** `where`: null for what is selected or shown; `changes`: of the address, together with it. */
export type OpenBulk = (kind: Kind, where: Where | null, changes?: ParamChanges) => void

export type Bulk = {
  readonly kind: Kind | null
  readonly where: Where | null
  /** Null where the dialog was opened for itself. */
  readonly cause: BulkCause | null
  readonly offers: readonly Offer[]
  readonly draft: Draft
  readonly setDraft: (draft: Draft) => void
  readonly open: OpenBulk
  /** For the cells of a cause. */
  readonly openFor: (fix: CauseFix) => void
  readonly setKind: (kind: Kind) => void
  readonly take: (offer: Offer) => void
  readonly close: () => void
}

/** Values entered for another column do not apply to this one. */
const ofOneColumn: Partial<Draft> = {
  table: new Map(),
  region: null,
  dateFrom: null,
  dateOwn: '',
  dateTo: null,
  writing: null,
  decimalTo: null,
  length: null,
}

export function useBulk(rows: Rows, selection: GridSelection, plans: readonly GridColumnPlan[]): Bulk {
  const route = useRoute()
  const tool = route.page === 'batch' ? route.params['tool'] : undefined
  const [where, setWhere] = useState<Where | null>(null)
  const [cause, setCause] = useState<BulkCause | null>(null)
  const [offers, setOffers] = useState<readonly Offer[]>([])
  const [draft, setDraft] = useState(emptyDraft)
  async function open(kind: Kind, at: Where | null, changes: ParamChanges = {}): Promise<void> {
    const range = selection.current?.range
    if (at === null && range !== undefined && range.height > 1) {
      if (range.height <= mostFetched) await rows.list.want(range.y, range.y + range.height - 1)
      else if (selectedOf(selection, rows.list, plans, rows.inOrder) === null)
        toast.notice('info', bulkTexts.tooManySelected({ n: mostFetched }))
    }
    setWhere(at)
    setCause(null)
    setOffers([])
    setDraft((before) => ({ ...before, ...ofOneColumn }))
    setParams({ ...changes, tool: kind })
  }
  function openFor(fix: CauseFix): void {
    setWhere({ columns: fix.column, rows: 'shown' })
    setCause(fix.cause)
    setOffers(fix.offers ?? [])
    take(fix)
  }
  function take(offer: Pick<Offer, 'kind' | 'draft'>): void {
    setDraft((before) => ({ ...before, ...ofOneColumn, ...offer.draft }))
    setParams({ tool: offer.kind })
  }
  return {
    kind: isKind(tool) ? tool : null,
    where,
    cause,
    offers,
    draft,
    setDraft,
    openFor,
    take,
    open: (kind, at, changes) => void open(kind, at, changes),
    setKind: (kind) => setParams({ tool: kind }),
    close: () => {
      setParams({ tool: null })
      setWhere(null)
      setCause(null)
      setOffers([])
    },
  }
}

export function useSelected(
  selection: GridSelection,
  rows: Rows,
  plans: readonly GridColumnPlan[],
): Selected | null {
  const { list, state, inOrder } = rows
  return useMemo(
    () => selectedOf(selection, list, plans, inOrder),
    [selection, list, state.version, plans, inOrder],
  )
}
