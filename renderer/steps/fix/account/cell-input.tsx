// Field of the account's form with the text of a cell. What is typed into it becomes one edit of that cell.
import { maskText } from '../../../../shared/contract/privacy.ts'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { AccountView } from '../../../../shared/contract/views.ts'
import { cx } from '../../../components/classes.ts'
import { inputClass } from '../../../components/fields/field.tsx'
import { editOf } from '../edits/edit-words.ts'
import type { Edits } from '../edits/use-edits.ts'
import type { AccountField } from './account-fields.ts'
import { type Cells, type CellPlace, type Focused, isAt, problemsId } from './problem-card.tsx'
import { idsOfLines } from './problem-lines.tsx'

type CellInputProps = {
  readonly batch: BatchView
  readonly account: AccountView
  readonly edits: Edits
  readonly cells: Cells
  readonly field: AccountField
  readonly form: UseFormReturn
  readonly focused: Focused
  readonly id: string
  readonly place: CellPlace
  readonly where: string
  readonly invalid: boolean
  readonly locked: boolean
}

export function CellInput(props: CellInputProps): ReactNode {
  const { field, form, place } = props
  const before = field.cell === null ? '' : props.cells.textOf(field.cell)
  const isFocused = isAt(place, props.focused)
  const quiet = field.problems.length > 0 && !props.invalid
  const typing = useTypedText(props, before)
  const registered = form.register(field.path, {
    onBlur: (event: { target: { value: string } }) => void typing.commit(event.target.value),
  })
  return (
    <span className="group relative block min-w-0">
      <input
        id={props.id}
        {...registered}
        ref={(element) => {
          registered.ref(element)
          if (element !== null) typing.element.current = element
        }}
        // What is typed into a masked field replaces the value.
        onFocus={(event) => event.currentTarget.value === maskText && event.currentTarget.select()}
        onInput={typing.note}
        autoComplete="off"
        spellCheck={false}
        readOnly={props.locked}
        aria-invalid={props.invalid || undefined}
        aria-describedby={idsOfLines(problemsId(field.path), field.problems.length)}
        data-cell={place.address}
        data-focused={isFocused || undefined}
        title={props.where}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void typing.commit(event.currentTarget.value)
          if (event.key !== 'Escape') return
          event.stopPropagation()
          typing.forget()
          form.resetField(field.path, { defaultValue: before })
        }}
        className={cx(
          inputClass,
          quiet && 'border-dashed border-control',
          isFocused && 'shadow-[0_0_0_2px_var(--sel)]',
          props.locked && 'bg-head text-soft',
        )}
      />
    </span>
  )
}

/**
 * What is typed into a field becomes one edit: on Enter, when the field is left, and also when it goes because another
 * account is shown. `before`: the text of the cell.
 */
function useTypedText(props: CellInputProps, before: string) {
  const element = useRef<HTMLInputElement>(null)
  const isTyped = useRef(false)
  // The edit that the cell does not show yet: leaving the field after Enter makes no second one.
  const sent = useRef<{ readonly text: string; isTaken: boolean } | null>(null)
  useEffect(() => {
    // While accounts are built again, a cell may read otherwise for a moment.
    if (sent.current?.isTaken === true || sent.current?.text === before) sent.current = null
  }, [before])
  async function commit(text: string): Promise<void> {
    isTyped.current = false
    if (text === (sent.current?.text ?? before)) return
    const edit = { text, isTaken: false }
    sent.current = edit
    edit.isTaken = await commitCell(props, before, text)
    if (!edit.isTaken && sent.current === edit) sent.current = null
  }
  const latest = useRef(commit)
  useLayoutEffect(() => {
    latest.current = commit
  })
  useLayoutEffect(
    () => () => {
      if (isTyped.current && element.current !== null) void latest.current(element.current.value)
    },
    [],
  )
  return {
    element,
    commit,
    note: () => (isTyped.current = true),
    forget: () => (isTyped.current = false),
  }
}

/** One edit; if the engine refuses it, the field shows its text from before again. False: it was refused. */
async function commitCell(props: CellInputProps, before: string, text: string): Promise<boolean> {
  const { field, form, edits, account, place } = props
  const words = editOf(field.cell?.column ?? field.title, account.key, place.row)
  const { sheet, row, column } = place
  const taken = await edits.apply(words, [{ sheet, row, column, text }])
  if (!taken) form.resetField(field.path, { defaultValue: before })
  return taken
}
