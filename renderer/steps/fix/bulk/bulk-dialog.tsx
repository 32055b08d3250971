// Dialog that edits many cells: the change and its scope on the left, a preview on the right. Nothing changes before
// its button is pressed; the change is one edit that can be undone.
import { type ReactNode, useId } from 'react'
import { quotesValues } from '../../../../shared/fixing/rules/made.ts'
import { ChangePreview } from '../../../accounts/change-preview/change-preview.tsx'
import type { Preview } from '../../../accounts/change-preview/use-change-preview.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { cx } from '../../../components/classes.ts'
import { Field } from '../../../components/fields/field.tsx'
import { GroupLabel } from '../../../components/panel.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { texts } from '../../../texts/common.ts'
import { valueTexts } from '../../../texts/fix/value.ts'
import { type Draft, fixOf, type Kind, kinds } from './fix-draft.ts'
import { isOfWholeCells } from './fix-words.ts'
import { type BulkDialogProps, useBulkForm } from './use-bulk-form.ts'
import type { Offer } from './use-bulk.ts'
import { RuleFields } from './fields/rule-fields.tsx'
import { ValuesNow, ValueTable } from './fields/value-list.tsx'
import { WhereFields } from './where-fields.tsx'
import { columnChoices, columnsOf } from './where.ts'

export function BulkDialog(props: BulkDialogProps): ReactNode {
  const { kind, cause } = props
  const form = useId()
  const bulk = useBulkForm(props)
  const { applying } = bulk
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
              {keptText(quotesValues(kind), bulk.facts.field?.sensitive === true)}
            </p>
          )}
          <Actions
            form={form}
            ready={bulk.ready}
            applying={applying}
            preview={bulk.preview}
            onClose={props.onClose}
          />
        </>
      }
    >
      <form
        id={form}
        data-kind={kind}
        className={cx(
          'grid h-[min(30rem,calc(100vh-15rem))] gap-6',
          // A table of values shows before and after itself: it has the width, and the preview is beside it.
          kind === 'table' ? 'grid-cols-[minmax(0,1fr)_264px]' : 'grid-cols-[288px_minmax(0,1fr)]',
        )}
        onSubmit={(event) => {
          event.preventDefault()
          bulk.send()
        }}
      >
        <ChangeFields {...props} bulk={bulk} />
        <BulkPreview {...props} bulk={bulk} />
      </form>
    </Dialog>
  )
}

type PartProps = BulkDialogProps & { readonly bulk: ReturnType<typeof useBulkForm> }

/** The kind of change, its values and its scope. */
function ChangeFields({ bulk, kind, draft, onKind, offers, onOffer }: PartProps): ReactNode {
  const { known, place, change } = bulk
  return (
    <div className="@container -m-1 grid min-h-0 content-start gap-3 overflow-y-auto overscroll-contain p-1">
      {offers.length > 0 && <Offers {...{ kind, draft, offers, onOffer }} />}
      <KindField kind={kind} onKind={onKind} />
      {isMasked(known.found) && <p className="text-sm text-soft">{bulkTexts.masked}</p>}
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
      <WhereFields kind={kind} where={bulk.where} place={place} onWhere={bulk.setWhere} />
    </div>
  )
}

/** The engine counts the values of a masked column and lists none. */
function isMasked(
  found: { readonly values: readonly unknown[]; readonly distinct: number } | undefined,
): boolean {
  return found !== undefined && found.distinct > 0 && found.values.length === 0
}

/** Fixes that help, with what they do: one press chooses one, and the preview shows it. */
function Offers(props: Pick<PartProps, 'kind' | 'draft' | 'offers' | 'onOffer'>): ReactNode {
  const { kind, draft, offers, onOffer } = props
  return (
    <div className="grid gap-1">
      <GroupLabel>{bulkTexts.offers}</GroupLabel>
      <ul aria-label={bulkTexts.offers} className="grid gap-1">
        {offers.map((offer) => (
          <li key={offer.words} className="grid">
            <button
              type="button"
              aria-pressed={isTaken(offer, kind, draft)}
              onClick={() => onOffer(offer)}
              className="rounded-md border border-line px-2 py-1 text-left text-xs leading-4 font-medium text-accent hover:bg-hover aria-pressed:border-accent aria-pressed:bg-sel"
            >
              {offer.words}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whether the dialog stands as the offer would set it. */
function isTaken(offer: Offer, kind: Kind, draft: Draft): boolean {
  const asked = fixOf(offer.kind, { ...draft, ...offer.draft })
  const current = fixOf(kind, draft)
  return (
    asked.as === 'fix' && current.as === 'fix' && JSON.stringify(asked.fix) === JSON.stringify(current.fix)
  )
}

/** Until there is a change, the values of its column are shown. */
function BulkPreview({ bulk, kind, draft }: PartProps): ReactNode {
  const { made, known, where, place } = bulk
  const values =
    bulk.ofOneColumn && kind !== 'table' ? (
      <ValuesNow {...known} onPick={kind === 'replace' ? (text) => bulk.change({ find: text }) : null} />
    ) : (
      <p className="grid place-items-center rounded-md border border-line p-6 text-center text-faint">
        {bulkTexts.sampleHere}
      </p>
    )
  return (
    <ChangePreview
      preview={bulk.preview}
      narrow={kind === 'table'}
      countsNumbers={bulk.facts.field?.format !== 'phone'}
      wrong={made.as === 'wrong' ? made.words : null}
      open={made.as === 'open' ? { words: made.words, shown: values } : null}
      columnName={({ column }) => bulk.nameOf(column)}
      severalColumns={columnsOf(where, place).length > 1}
      ofWholeCells={isOfWholeCells({ kind, match: draft.match })}
    />
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
    n === 0
      ? bulkTexts.applyNone
      : cells?.keys === true
        ? bulkTexts.applyKeys({ cells: n })
        : bulkTexts.apply({ cells: n })
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

/** What the playbook keeps of a fix that works. */
function keptText(hasValues: boolean, isSensitive: boolean): string {
  if (!hasValues) return valueTexts.kept
  return isSensitive ? valueTexts.keptWithoutValues : valueTexts.keptWithValues
}
