// Account form (react-hook-form, with the attr as field name). A field shows the text of its cell, and changing it
// edits that cell. A problem appears at the field with its attr; without such a field, at its section or in the tray.
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { getAt, setAt, parseAttr } from '../../../../shared/payload/attr-path.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { stands } from '../../../../shared/payload/problems.ts'
import type { CellRef } from '../../../../shared/sheet/sheet.ts'
import type { AccountView, SheetView } from '../../../../shared/contract/views.ts'
import { fieldsQuery } from '../../../accounts/use-field-titles.ts'
import { api } from '../../../app/engine.ts'
import { cx } from '../../../components/classes.ts'
import { GroupLabel, SkeletonRows } from '../../../components/panel.tsx'
import {
  type AccountField,
  accountForm,
  type AccountProblem,
  type AccountSection,
  fieldTitles,
} from './account-fields.ts'
import { CellInput } from './cell-input.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { columnLetters } from '../grid/columns/grid-columns.ts'
import {
  type Cells,
  type CellPlace,
  cellWords,
  FieldProblems,
  isAt,
  ProblemCard,
  problemsIn,
} from './problem-card.tsx'
import { ProblemLines } from './problem-lines.tsx'
import { ProblemTray } from './problem-tray.tsx'
import type { Edits } from '../edits/use-edits.ts'
import { type WayOut, WayOutDialog, WaysOut } from './ways-out/ways-out.tsx'
import { sentenceAtCell } from '../problem-sentence.ts'

type Props = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly account: AccountView
  readonly edits: Edits
  readonly focused: FocusedCell | null
  /** The grid already shows another account, whose data is still loading. */
  readonly old: boolean
}

/** The focused cell of the grid; its field is scrolled into view and highlighted. */
export type FocusedCell = { readonly sheet: number; readonly row: number; readonly column: number }

/** The current texts of the account's rows; null while they come for the first time. */
function useCells(props: Props): Cells | null {
  const now = useCellsNow(props)
  // Building again gives an account a new id. Its fields stay until its rows are there: somebody may be typing.
  const last = useRef(now)
  useEffect(() => {
    if (now !== null) last.current = now
  }, [now])
  return now ?? last.current
}

function useCellsNow({ batch, sheets, account }: Props): Cells | null {
  const used = sheets.filter((sheet) => account.rows.some((row) => row.sheet === sheet.info.name))
  const pages = useQueries({
    queries: used.map((sheet) =>
      api.sheets.page.queryOptions({
        input: {
          batch: batch.id,
          sheet: sheet.position,
          offset: 0,
          limit: 500,
          filter: { account: account.id },
        },
      }),
    ),
  })
  const versions = pages.map((page) => page.dataUpdatedAt).join()
  return useMemo(() => {
    if (pages.some((page) => page.data === undefined)) return null
    const rows = new Map<string, readonly string[]>()
    used.forEach((sheet, at) => {
      for (const row of pages[at]?.data?.rows ?? []) rows.set(`${sheet.position}:${row.row}`, row.cells)
    })
    const placeOf = (cell: CellRef): CellPlace | null => {
      const sheet = sheets.find((one) => one.info.name === cell.sheet)
      const column = sheet?.info.columns.find((one) => one.name === cell.column)
      if (sheet === undefined || column === undefined) return null
      const address = `${columnLetters(column.index)}${cell.row}`
      return { sheet: sheet.position, row: cell.row, column: column.index, address }
    }
    const textOf = (cell: CellRef): string => {
      const place = placeOf(cell)
      return place === null ? '' : (rows.get(`${place.sheet}:${place.row}`)?.[place.column] ?? '')
    }
    return { placeOf, textOf }
    // `versions` is a dependency in place of the pages.
  }, [versions, sheets, account.id])
}

export function AccountFormView(props: Props): ReactNode {
  const { batch, account } = props
  const catalogue = useQuery(fieldsQuery(batch.catalogue))
  const cells = useCells(props)
  const fields = catalogue.data
  const form = useMemo(() => {
    const titles = fieldTitles(fields ?? [], {
      item: (title, n) => fixTexts.item({ title, n }),
      main: fixTexts.sectionMain,
    })
    return accountForm(account, fields ?? [], titles)
  }, [account, fields])
  if (cells === null || (catalogue.isPending && batch.catalogue !== null))
    return <SkeletonRows className="p-3.5" rows={8} />
  return <Sections {...props} cells={cells} sections={form.sections} tray={form.tray} />
}

function Sections(
  props: Props & {
    readonly cells: Cells
    readonly sections: readonly AccountSection[]
    readonly tray: readonly AccountProblem[]
  },
): ReactNode {
  const { sections, account, cells } = props
  const [way, setWay] = useState<WayOut | null>(null)
  const form = useSectionsForm(sections, cells)
  const wrong = problemsIn(sections, cells, props.focused)
  const first = wrong[0]
  const whole = first === undefined ? sections.find(({ problems }) => problems.some(stands)) : undefined
  const isAbout = (field: AccountField): boolean => {
    const place = field.cell === null ? null : cells.placeOf(field.cell)
    return props.focused === null || (place !== null && isAt(place, props.focused))
  }
  const hasCard = first === undefined ? whole?.fields.some(isAbout) === true : isAbout(first.field)
  const box = useShownField(account, props.focused, hasCard)
  return (
    <form
      ref={box}
      className="@container grid gap-4 px-3.5 pt-3 pb-6"
      onSubmit={(event) => event.preventDefault()}
    >
      {first !== undefined && (
        <ProblemCard
          key={`${account.id} ${first.field.path}`}
          {...props}
          shown={first}
          count={wrong.length}
          onWayOut={setWay}
        />
      )}
      {whole !== undefined && <WholeSection {...props} section={whole} onWayOut={setWay} />}
      <ProblemTray {...props} problems={props.tray} onWayOut={setWay} />
      {sections.map((section) => (
        <Section
          key={section.path}
          {...props}
          section={section}
          form={form}
          shownAbove={first?.field.path ?? null}
          isShownAbove={section === whole}
          onWayOut={setWay}
        />
      ))}
      {way !== null && (
        <WayOutDialog {...props} way={way} onClose={() => setWay((now) => (now === way ? null : now))} />
      )}
    </form>
  )
}

/** The problems of a section as a whole, where no field has one. */
function WholeSection(
  props: Props & {
    readonly cells: Cells
    readonly section: AccountSection
    readonly onWayOut: (way: WayOut) => void
  },
): ReactNode {
  const { section } = props
  const isOurs = section.problems.some((one) => stands(one) && one.source === 'local')
  return (
    <section
      aria-label={fixTexts.fixFirst}
      className={cx('grid gap-1.5 rounded-lg px-3 py-2.5', isOurs ? 'bg-bad-bg' : 'bg-warn-bg')}
    >
      <h3 className={cx('text-sm leading-[18px] font-semibold', isOurs ? 'text-bad' : 'text-warn')}>
        {section.title}
      </h3>
      <SectionProblems {...props} />
    </section>
  )
}

/** The form's values are the cells; the first problem that stands is a field's error. */
function useSectionsForm(sections: readonly AccountSection[], cells: Cells): UseFormReturn {
  const values = useMemo(() => {
    const all: Record<string, unknown> = {}
    for (const field of sections.flatMap((section) => section.fields))
      if (field.cell !== null) setAt(all, parseAttr(field.path), cells.textOf(field.cell))
    return all
  }, [sections, cells])
  const form = useForm({ defaultValues: values })
  useFreshValues(form, values)
  const { setError, clearErrors } = form
  useEffect(() => {
    clearErrors()
    for (const { path, problems } of sections.flatMap((section) => section.fields)) {
      const currentState = problems.find(stands)
      if (currentState !== undefined)
        setError(path, {
          type: currentState.code ?? 'problem',
          message: sentenceAtCell(currentState.message),
        })
    }
  }, [sections, setError, clearErrors])
  return form
}

/**
 * Shows new values of the cells at once: registered fields keep their elements, so that no key falls between two texts.
 * A text that is being typed stays, and a text that is selected whole, to be replaced by what is typed next, stays so.
 */
function useFreshValues(form: UseFormReturn, values: Record<string, unknown>): void {
  const shown = useRef(values)
  useEffect(() => {
    const before = shown.current
    if (before === values) return
    shown.current = values
    const active = document.activeElement
    const field = active instanceof HTMLInputElement && active.dataset['cell'] !== undefined ? active : null
    const isTyped = field !== null && field.value !== getAt(before, parseAttr(field.name))
    const next = structuredClone(values)
    if (isTyped) setAt(next, parseAttr(field.name), field.value)
    const isWhole = field !== null && field.selectionStart === 0 && field.selectionEnd === field.value.length
    form.reset(next, { keepFieldsRef: true })
    if (isWhole && !isTyped) field.select()
  }, [form, values])
}

/** Scrolls to the card with the problem of the focused cell; without one, to the field of that cell. */
function useShownField(
  account: AccountView,
  focused: FocusedCell | null,
  hasCard: boolean,
): RefObject<HTMLFormElement | null> {
  const box = useRef<HTMLFormElement>(null)
  const shownKey = `${account.id} ${focused?.sheet} ${focused?.row} ${focused?.column}`
  useEffect(() => {
    // In the next frame, which computes the layout anyway; doing it now would compute it twice.
    const frame = requestAnimationFrame(() => {
      if (hasCard) return void box.current?.closest('[role="tabpanel"]')?.scrollTo({ top: 0 })
      const here = box.current?.querySelector('[data-focused="true"]')
      here?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [shownKey])
  return box
}

function Section(
  props: Props & {
    readonly cells: Cells
    readonly section: AccountSection
    readonly form: UseFormReturn
    /** The field whose problems the card lists. */
    readonly shownAbove: string | null
    /** The card lists the problems of the section as a whole. */
    readonly isShownAbove: boolean
    readonly onWayOut: (way: WayOut) => void
  },
): ReactNode {
  const { section, account } = props
  return (
    <section aria-label={section.title} className="grid gap-1.5">
      <GroupLabel>{section.title}</GroupLabel>
      {section.problems.length > 0 && !props.isShownAbove && <SectionProblems {...props} />}
      <div className="grid gap-x-6 gap-y-1.5 empty:hidden @min-[600px]:grid-cols-2">
        {section.fields.map((field) => (
          <FormField
            key={field.path}
            {...props}
            field={field}
            form={props.form}
            locked={account.locked !== null}
            onWayOut={props.onWayOut}
          />
        ))}
      </div>
      {section.leftOut.map((one) => (
        <p
          key={one.path}
          className="rounded-md border border-dashed border-edge px-2.5 py-1.5 text-xs leading-[17px] text-faint"
        >
          {fixTexts.leftOut({ path: one.title, message: one.message })}
        </p>
      ))}
    </section>
  )
}

function SectionProblems(
  props: Props & {
    readonly cells: Cells
    readonly section: AccountSection
    readonly onWayOut: (way: WayOut) => void
  },
): ReactNode {
  const { section, account } = props
  return (
    <ProblemLines
      about={`${account.id} ${section.path}`}
      problems={section.problems}
      after={(problem) => <WaysOut {...props} problem={problem} onWayOut={props.onWayOut} />}
    />
  )
}

function FormField(
  props: Props & {
    readonly cells: Cells
    readonly field: AccountField
    readonly form: UseFormReturn
    readonly shownAbove: string | null
    readonly locked: boolean
    readonly onWayOut: (way: WayOut) => void
  },
): ReactNode {
  const { field, form, cells, sheets } = props
  const id = `fix-${field.path}`
  const place = field.cell === null ? null : cells.placeOf(field.cell)
  const state = form.getFieldState(field.path, form.formState)
  const where = place === null ? null : cellWords(place.address, sheets.length > 1 ? field.cell : null)
  return (
    <div
      data-field={field.path}
      className="grid scroll-my-16 grid-cols-[104px_minmax(0,1fr)] items-start gap-x-1 gap-y-1"
    >
      <label
        htmlFor={id}
        className="line-clamp-2 pt-[5px] text-sm leading-[17px] text-soft"
        title={`${field.title} · ${field.path}`}
      >
        {field.title}
        {field.required && (
          <span aria-hidden className="text-faint">
            {' '}
            *
          </span>
        )}
      </label>
      {place === null ? (
        <FixedValue id={id} value={field.value} />
      ) : (
        <CellInput {...props} id={id} place={place} where={where ?? ''} invalid={state.error !== undefined} />
      )}
      {field.problems.length > 0 && props.shownAbove !== field.path && (
        <FieldProblems {...props} where={where} className="col-start-2" />
      )}
    </div>
  )
}

function FixedValue({ id, value }: { readonly id: string; readonly value: unknown }): ReactNode {
  return (
    <output id={id} className="flex h-7 min-w-0 items-center gap-2 px-2" title={fixTexts.fixed}>
      <span className="min-w-0 flex-1 truncate">
        {typeof value === 'string' ? value : JSON.stringify(value)}
      </span>
      <span className="text-2xs text-faint">{fixTexts.fixedMark}</span>
    </output>
  )
}
