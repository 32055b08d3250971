// Selection of columns that help the data owner recognise an account. They are added one by one and appear as
// removable chips.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QuestionPreview } from '../../../../shared/contract/fixing/questions.ts'
import { Field } from '../../../components/fields/field.tsx'
import { Combobox } from '../../../components/fields/select.tsx'
import { questionTexts } from '../../../texts/fix/question.ts'

const mostWho = 5

export function WhoField(props: {
  readonly columns: QuestionPreview['who']
  readonly who: readonly string[]
  readonly onWho: (who: readonly string[]) => void
}): ReactNode {
  const { who, onWho } = props
  const left = props.columns.filter(({ column }) => !who.includes(column))
  return (
    <Field label={questionTexts.who} optional>
      {({ id }) => (
        <div className="grid gap-1.5">
          {who.length < mostWho && (
            <Combobox
              // Empty again for the next one.
              key={who.length}
              id={id}
              label={questionTexts.who}
              placeholder={questionTexts.whoAdd}
              value={null}
              choices={left.map(({ column }) => ({ value: column, label: column }))}
              onChange={(column) => {
                if (column !== null) onWho([...who, column])
              }}
            />
          )}
          {who.length > 0 && (
            <ul className="flex flex-wrap gap-1">
              {who.map((name) => (
                <li
                  key={name}
                  className="flex h-6 max-w-full items-center gap-1 rounded bg-head pr-0.5 pl-2 text-sm"
                >
                  <span className="truncate">{name}</span>
                  <button
                    type="button"
                    aria-label={questionTexts.whoRemove({ name })}
                    className="grid size-5 shrink-0 place-items-center rounded text-faint hover:bg-hover hover:text-text"
                    onClick={() => onWho(who.filter((one) => one !== name))}
                  >
                    <X size={12} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}
