// Dialog that edits many cells: the change and its scope on the left, a preview on the right. Nothing changes before
// its button is pressed; the change is one edit that can be undone.
import { type ReactNode, useId, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import type { Edits } from '../use-edits.ts'
import { bulkTexts } from '../../../texts/bulk.ts'
import { quotesValues } from '../../../../shared/fixing/rules/made.ts'
import { type Draft, fixOf, type Kind, kinds } from './fix-draft.ts'
import { noFacts } from './fix-for-cause.ts'
import { isOfWholeCells, wordsOf } from './fix-words.ts'
import { PreviewPane } from './preview-pane.tsx'
import { RuleFields } from './rule-fields.tsx'
import { useApply } from './use-apply.ts'
import type { BulkCause } from './use-bulk.ts'
import { useColumnFacts } from './use-column-facts.ts'
import { type FixRequest, type Preview, usePreview } from './use-preview.ts'
import { useProposed } from './use-proposed.ts'
import { ValuesNow, ValueTable } from './value-list.tsx'
import { valueTexts } from '../../../texts/value.ts'
import { WhereFields } from './where-fields.tsx'
import {
  columnChoices,
  columnName,
  columnsOf,
  fitting,
  type Place,
  scopeOf,
  type Where,
  whereWords,
} from './where.ts'

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
  /** Whether any column of this sheet has a problem. */
  readonly hasProblems: (column: number) => boolean
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly edits: Edits
  readonly onClose: () => void
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

export function BulkDialog(props: BulkDialogProps): ReactNode {
  const { batch, kind, draft, edits, cause } = props
  const place = useFrozen(props.place)
  const form = useId()
  const [chosen, setChosen] = useState(props.where)
  const where = fitting(chosen, kind, place)
  const scope = scopeOf(where, place)
  const [column] = scope.columns
  const one = scope.columns.length === 1
  const factsOf = useColumnFacts(batch)
  const facts = one && column !== undefined ? factsOf(place.sheet, column) : noFacts
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
  const preview = usePreview(request)
  const { apply, applying, refused } = useApply(props.onClose, edits)
  const nameOf = (index: number): string => columnName(place, index)
  const change = (part: Partial<Draft>): void => props.onDraft({ ...draft, ...part })
  const { cells, fresh } = preview
  const ready = fresh && !applying && (cells?.cells ?? 0) > 0 && cells?.refusal === null

  function goTo(next: Where): void {
    // A replacement table applies to one column's values, and so do patterns found in them.
    if (next.columns !== where.columns) change({ table: new Map(), dateFrom: null, writing: null })
    setChosen(next)
  }
  function send(): void {
    if (request === null || !ready) return
    void apply(request, wordsOf(request.fix, whereWords(where, place), nameOf), cause)
  }
  return (
    <Dialog
      open
      focusIsCallers
      width="wide"
      title={kind === 'replace' ? bulkTexts.replaceTitle : bulkTexts.title}
      onClose={() => {
        if (!applying) props.onClose()
      }}
      actions={
        <>
          {cause !== null && (
            <p className="mr-auto self-center text-xs text-faint">
              {valueTexts.kept(quotesValues(kind), facts.field?.sensitive === true)}
            </p>
          )}
          <Actions form={form} ready={ready} applying={applying} preview={preview} onClose={props.onClose} />
        </>
      }
    >
      <form
        id={form}
        data-kind={kind}
        className="grid h-[min(30rem,calc(100vh-15rem))] grid-cols-[288px_minmax(0,1fr)] gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="-m-1 grid min-h-0 content-start gap-3 overflow-y-auto overscroll-contain p-1">
          <KindField kind={kind} onKind={props.onKind} />
          <RuleFields
            key={kind}
            kind={kind}
            draft={draft}
            proposed={known.proposed}
            dates={known.dates}
            onChange={change}
            columns={columnChoices('set', { ...place, selected: null })}
            table={<ValueTable {...known} table={draft.table} onChange={(table) => change({ table })} />}
          />
          <WhereFields kind={kind} where={where} place={place} onWhere={goTo} />
        </div>
        <PreviewPane
          draft={made}
          preview={
            refused?.of === JSON.stringify(request) ? { ...preview, failure: refused.failure } : preview
          }
          columnName={nameOf}
          severalColumns={columnsOf(where, place).length > 1}
          ofWholeCells={isOfWholeCells({ kind, match: draft.match })}
        >
          {one && kind !== 'table' ? (
            <ValuesNow {...known} />
          ) : (
            <p className="grid place-items-center rounded-md border border-line p-6 text-center text-faint">
              {bulkTexts.sampleHere}
            </p>
          )}
        </PreviewPane>
      </form>
    </Dialog>
  )
}

function KindField(props: { readonly kind: Kind; readonly onKind: (kind: Kind) => void }): ReactNode {
  return (
    <Field label={bulkTexts.what}>
      {({ id }) => (
        <Select
          id={id}
          label={bulkTexts.what}
          value={props.kind}
          choices={kinds.map((value) => ({ value, ...bulkTexts.kinds[value] }))}
          onChange={props.onKind}
        />
      )}
    </Field>
  )
}

function Actions(props: {
  readonly form: string
  readonly ready: boolean
  readonly applying: boolean
  readonly preview: Preview
  readonly onClose: () => void
}): ReactNode {
  const { cells, fresh } = props.preview
  const n = fresh ? (cells?.cells ?? 0) : 0
  const words =
    n === 0 ? bulkTexts.applyNone : cells?.keys === true ? bulkTexts.applyKeys(n) : bulkTexts.apply(n)
  return (
    <>
      <Button onClick={props.onClose} disabled={props.applying}>
        {texts.common.cancel}
      </Button>
      <Button
        submit
        form={props.form}
        tone="primary"
        busy={props.applying}
        // Keeps the focus while the user types and the preview is refreshed.
        aria-disabled={!props.ready}
      >
        {words}
      </Button>
    </>
  )
}
