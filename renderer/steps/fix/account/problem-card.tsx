// Card at the top of the account's form with the problem to fix first: the one of the focused cell, else the first one.
// It says what is wrong and offers the values that the field allows, each as one edit.
import { type ReactNode, useState } from 'react'
import type { CellRef } from '../../../../shared/sheet/sheet.ts'
import { stands } from '../../../../shared/payload/problems.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { AccountView, SheetView } from '../../../../shared/contract/views.ts'
import { Button } from '../../../components/button.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { useColumnFacts } from '../bulk/use-column-facts.ts'
import { editOf } from '../edits/edit-words.ts'
import type { Edits } from '../edits/use-edits.ts'
import { helpFor, meantChoice } from '../grid/editing/editor-help.ts'
import { ServiceDecides } from '../overruling/service-decides.tsx'
import type { AccountField, AccountSection } from './account-fields.ts'
import { goToCell } from './lens/lens-target.ts'
import { ProblemLines } from './problem-lines.tsx'
import type { WayOut } from './ways-out/ways-out.tsx'

/** Where a cell is, for showing and for editing. */
export type CellPlace = {
  readonly sheet: number
  readonly row: number
  readonly column: number
  readonly address: string
}
export type Cells = {
  readonly placeOf: (cell: CellRef) => CellPlace | null
  /** The text that the cell holds now. */
  readonly textOf: (cell: CellRef) => string
}
export type Focused = Pick<CellPlace, 'sheet' | 'row' | 'column'> | null
type Wrong = { readonly field: AccountField; readonly place: CellPlace; readonly cell: CellRef }

/** Fields with a cell and a problem that stands, the focused one first. */
export function problemsIn(
  sections: readonly AccountSection[],
  cells: Cells,
  focused: Focused,
): readonly Wrong[] {
  const wrong = sections.flatMap(({ fields }) =>
    fields.flatMap((field): Wrong[] => {
      const place = field.cell === null ? null : cells.placeOf(field.cell)
      const isWrong = place !== null && field.cell !== null && field.problems.some(stands)
      return isWrong ? [{ field, place, cell: field.cell }] : []
    }),
  )
  return wrong.toSorted((one, other) => Number(isAt(other.place, focused)) - Number(isAt(one.place, focused)))
}

/** Whether the place is that of the focused cell. */
export function isAt(place: CellPlace, focused: Focused): boolean {
  return (
    focused !== null &&
    place.sheet === focused.sheet &&
    place.row === focused.row &&
    place.column === focused.column
  )
}

type Props = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly account: AccountView
  readonly cells: Cells
  readonly edits: Edits
  readonly shown: Wrong
  /** Fields with a problem. */
  readonly count: number
  readonly old: boolean
  readonly onWayOut: (way: WayOut) => void
}

export function ProblemCard(props: Props): ReactNode {
  const { account, shown, sheets, count } = props
  const { field, place, cell } = shown
  const where = cellWords(place.address, sheets.length > 1 ? cell : null)
  return (
    <section aria-label={fixTexts.fixFirst} className="grid gap-1.5 rounded-lg bg-bad-bg px-3 py-2.5">
      <h3 className="flex items-baseline gap-2 text-sm leading-[18px]">
        <button
          type="button"
          title={`${where} · ${fixTexts.toCell}`}
          onClick={() =>
            goToCell({ sheet: place.sheet, row: place.row, column: place.column, account: account.id })
          }
          className="min-w-0 truncate rounded-sm font-semibold text-bad hover:underline"
        >
          {field.title}
        </button>
        {count > 1 && (
          <span className="ml-auto shrink-0 text-xs text-soft">{fixTexts.moreToFix({ n: count - 1 })}</span>
        )}
      </h3>
      <FieldProblems {...props} field={field} where={where} />
      {account.locked === null && <Choices {...props} />}
    </section>
  )
}

/** The problems of a field, each with the offer to leave it to the service. */
export function FieldProblems(
  props: Pick<Props, 'batch' | 'sheets' | 'account' | 'old' | 'onWayOut'> & {
    readonly field: AccountField
    readonly where: string | null
    readonly className?: string
  },
): ReactNode {
  const { field, where, className } = props
  return (
    <ProblemLines
      id={problemsId(field.path)}
      about={`${props.account.id} ${field.path}`}
      problems={field.problems}
      where={where}
      after={(problem) => (
        <ServiceDecides
          {...props}
          problem={problem}
          onDecide={(about) => props.onWayOut({ kind: 'decide', about })}
        />
      )}
      {...(className === undefined ? {} : { className })}
    />
  )
}

/** For `aria-describedby` of the field (`idsOfLines`). */
export function problemsId(path: string): string {
  return `fix-${path}-problems`
}

const mostChoices = 4

/** The allowed values, the one that is probably meant first, and emptying the cell where the field may be empty. */
function Choices({ batch, account, cells, edits, shown, old, sheets }: Props): ReactNode {
  const { field, place, cell } = shown
  const [busy, setBusy] = useState(false)
  const factsOf = useColumnFacts(batch)
  const sheet = sheets.find(({ position }) => position === place.sheet)
  const text = cells.textOf(cell)
  const help = sheet === undefined ? null : helpFor(factsOf(sheet, place.column))
  const choices = help?.kind === 'choices' ? help.choices : []
  const meant = meantChoice(choices, text)
  const offered = [...new Set([...(meant === null ? [] : [meant]), ...choices])].slice(0, mostChoices)
  const values = [...(field.required || text === '' ? [] : ['']), ...offered].filter((one) => one !== text)
  if (values.length === 0) return null
  async function set(next: string): Promise<void> {
    setBusy(true)
    await edits.apply(editOf(cell.column, account.key, place.row), [
      { sheet: place.sheet, row: place.row, column: place.column, text: next },
    ])
    setBusy(false)
  }
  return (
    <div role="group" aria-label={fixTexts.allowedValues} className="flex flex-wrap gap-1.5">
      {values.map((value) => (
        <Button
          key={value}
          tone={value === meant ? 'primary' : 'plain'}
          disabled={busy || old}
          className="max-w-full min-w-0"
          onClick={() => void set(value)}
        >
          <span className="truncate">{value === '' ? fixTexts.clearValue : value}</span>
        </Button>
      ))}
    </div>
  )
}

/** @param cell null: the file has one sheet, which need not be named */
export function cellWords(address: string, cell: CellRef | null): string {
  return cell === null ? fixTexts.cell({ address }) : fixTexts.cellOfSheet({ address, sheet: cell.sheet })
}
