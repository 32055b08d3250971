// The dialog that changes many cells: what to do and where at the left, what would change at the right. Nothing is changed
// before its button is pressed, and then it is one edit that can be undone.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { BatchView } from '../../../../shared/contract.ts'
import { api } from '../../../app/engine.ts'
import { texts } from '../../../app/texts.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import { GroupLabel } from '../../../parts/panel.tsx'
import { Select } from '../../../parts/select.tsx'
import type { RowList } from '../row-list.ts'
import type { Edits } from '../use-edits.ts'
import { bulkTexts } from './bulk-texts.ts'
import { type Draft, fixOf, isOfWholeCells, type Kind, kinds, wordsOf } from './fix-draft.ts'
import { PreviewPane } from './preview-pane.tsx'
import { RuleFields } from './rule-fields.tsx'
import { useApply } from './use-apply.ts'
import { useColumnValues } from './use-column-values.ts'
import { type FixRequest, type Preview, usePreview } from './use-preview.ts'
import { ValuesNow, ValueTable } from './value-list.tsx'
import {
  columnChoices,
  columnName,
  columnsOf,
  fitting,
  type Place,
  rowChoices,
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
  /** Whether any problem stands on a column of this sheet. */
  readonly hasProblems: (column: number) => boolean
  /** The path of the field that a column feeds. */
  readonly fieldOf: (column: number) => string | null
  readonly list: RowList
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly edits: Edits
  readonly onClose: () => void
}

export function BulkDialog(props: BulkDialogProps): ReactNode {
  const { batch, kind, place, draft, edits } = props
  const form = useId()
  const [chosen, setChosen] = useState(props.where)
  const where = fitting(chosen, kind, place)
  const columns = columnsOf(where, place)
  const made = fixOf(kind, draft)
  const request: FixRequest | null =
    made.as === 'fix' ? { batch: batch.id, fix: made.fix, scope: scopeOf(where, place) } : null
  const preview = usePreview(request)
  const { apply, applying, refused } = useApply(props.onClose, edits)
  const nameOf = (column: number): string => columnName(place, column)
  const values = useValues(props, where, made.as === 'open')
  const change = (part: Partial<Draft>): void => props.onDraft({ ...draft, ...part })
  const ready = preview.fresh && !applying && (preview.cells?.cells ?? 0) > 0

  function goTo(next: Where): void {
    // A table is of one column's values.
    if (next.columns !== where.columns) change({ table: new Map() })
    setChosen(next)
  }
  function send(): void {
    if (request === null || !ready) return
    void apply(request, wordsOf(request.fix, whereWords(where, place), nameOf))
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
        <Actions form={form} ready={ready} applying={applying} preview={preview} onClose={props.onClose} />
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
            onChange={change}
            columns={columnChoices('set', { ...place, selected: null })}
            table={<ValueTable {...values} table={draft.table} onChange={(table) => change({ table })} />}
          />
          <WhereFields kind={kind} where={where} place={place} onWhere={goTo} />
        </div>
        <PreviewPane
          draft={made}
          preview={
            refused?.of === JSON.stringify(request) ? { ...preview, failure: refused.failure } : preview
          }
          columnName={nameOf}
          severalColumns={columns.length > 1}
          ofWholeCells={isOfWholeCells({ kind, match: draft.match })}
        >
          {columns.length === 1 && kind !== 'table' ? (
            <ValuesNow found={values.found} onlyWrong={values.onlyWrong} />
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

function WhereFields(props: {
  readonly kind: Kind
  readonly where: Where
  readonly place: Place
  readonly onWhere: (where: Where) => void
}): ReactNode {
  const { kind, where, place, onWhere } = props
  return (
    <div role="group" aria-label={bulkTexts.where} className="grid gap-2 border-t border-line pt-3">
      <GroupLabel>{bulkTexts.where}</GroupLabel>
      <Field label={bulkTexts.column} beside>
        {({ id }) => (
          <Select
            id={id}
            label={bulkTexts.column}
            value={String(where.columns)}
            choices={columnChoices(kind, place)}
            onChange={(value) =>
              onWhere({
                ...where,
                columns: value === 'all' || value === 'selected' ? value : Number(value),
              })
            }
          />
        )}
      </Field>
      <Field label={bulkTexts.rows} beside>
        {({ id }) => (
          <Select
            id={id}
            label={bulkTexts.rows}
            value={where.rows}
            choices={rowChoices(place)}
            onChange={(rows) => onWhere({ ...where, rows })}
          />
        )}
      </Field>
    </div>
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
        // It keeps the focus while one types on and the preview comes anew.
        aria-disabled={!props.ready}
      >
        {words}
      </Button>
    </>
  )
}

/** The values of the one column that the fix is about, where they are to be seen. */
function useValues(props: BulkDialogProps, where: Where, open: boolean) {
  const { batch, kind, place, code, list } = props
  const columns = columnsOf(where, place)
  const column = columns.length === 1 ? (columns[0] ?? null) : null
  const [asked, setOnlyWrong] = useState<boolean | null>(null)
  const onlyWrong = asked ?? (column !== null && props.hasProblems(column))
  const scope = scopeOf(where, place)
  const rows =
    'filter' in scope.rows
      ? scope.rows
      : {
          given: list
            .loaded()
            .filter(
              ({ row }) =>
                'ranges' in scope.rows && scope.rows.ranges.some(([from, to]) => from <= row && row <= to),
            ),
        }
  const found = useColumnValues(
    column === null || !(kind === 'table' || open)
      ? null
      : { batch: batch.id, sheet: place.sheet.position, column, rows, wrong: onlyWrong ? { code } : null },
  )
  const fields = useQuery({
    ...api.catalogues.fields.queryOptions({ input: { id: batch.catalogue ?? '' } }),
    enabled: batch.catalogue !== null && kind === 'table',
  })
  const path = column === null ? null : (props.fieldOf(column)?.replace(/\.\d+(?=\.|$)/g, '.*') ?? null)
  const choices = fields.data?.find((field) => field.path === path)?.choices ?? []
  return { found, onlyWrong, onOnlyWrong: setOnlyWrong, choices }
}
