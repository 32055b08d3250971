// Rows of other sheets that are linked to several duplicates by number. The user chooses an account for each row when
// the accounts get new numbers. By default they stay with the account that keeps the number, if there is one.
import type { ReactNode } from 'react'
import type { DuplicateSide, LinkedRowView } from '../../../../shared/contract/fixing/duplicates.ts'
import type { LinkedDraft } from './duplicates-choices.ts'
import { duplicatesTexts as words } from '../../../texts/fix/decisions/duplicates.ts'

type Props = {
  readonly rows: readonly LinkedRowView[]
  /** Rows that are not listed. */
  readonly more: number
  readonly sides: readonly DuplicateSide[]
  readonly draft: LinkedDraft
  readonly onDraft: (draft: LinkedDraft) => void
}

export function LinkedRows(props: Props): ReactNode {
  const { rows, more, sides } = props
  if (rows.length === 0) return null
  return (
    <fieldset className="min-w-0 rounded-md border border-line">
      <legend className="ml-2 px-1 text-xs font-medium">
        {words.linkedTitle({ count: rows.length + more })}
      </legend>
      <p className="px-2 text-xs text-soft">{words.linkedBody}</p>
      <div className="max-h-32 overflow-auto px-1 pb-1" tabIndex={0}>
        <table className="w-full text-xs">
          <thead className="sticky top-0 bg-raised text-soft">
            <tr>
              <th scope="col" className="px-1 text-left font-normal">
                <span className="sr-only">{words.groups}</span>
              </th>
              {sides.map(({ account, row }) => (
                <th key={account} scope="col" className="w-20 px-2 font-normal whitespace-nowrap">
                  {words.row({ row })}
                </th>
              ))}
            </tr>
          </thead>
          <LinkedChoices {...props} />
        </table>
      </div>
    </fieldset>
  )
}

/** One choice for all rows, then one for each. */
function LinkedChoices({ rows, more, sides, draft, onDraft }: Props): ReactNode {
  const all = more > 0 ? words.linkedRest({ count: more }) : words.linkedAll
  return (
    <tbody>
      <tr>
        <th scope="row" className="px-1 py-0.5 text-left font-medium">
          {all}
        </th>
        <SideChoices
          name="linked-all"
          what={all}
          sides={sides}
          chosen={draft.rows.size === 0 ? draft.rest : null}
          onChoose={(rest) => onDraft({ rest, rows: new Map() })}
        />
      </tr>
      {rows.map((one) => {
        const name = `${one.sheet} ${one.row}`
        const where = words.linkedRow({ sheet: one.name, row: one.row })
        return (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="max-w-0 truncate px-1 py-0.5 text-left font-normal" title={one.text}>
              {where} <span className="text-soft">{one.text}</span>
            </th>
            <SideChoices
              name={`linked-${name}`}
              what={where}
              sides={sides}
              chosen={draft.rows.get(name) ?? draft.rest}
              onChoose={(account) => onDraft({ ...draft, rows: new Map([...draft.rows, [name, account]]) })}
            />
          </tr>
        )
      })}
    </tbody>
  )
}

function SideChoices(props: {
  readonly name: string
  readonly what: string
  readonly sides: readonly DuplicateSide[]
  readonly chosen: number | null
  readonly onChoose: (account: number) => void
}): ReactNode {
  return props.sides.map(({ account, row }) => (
    <td key={account} className="px-2 text-center">
      <input
        type="radio"
        name={props.name}
        aria-label={words.linkedTo({ what: props.what, row })}
        checked={props.chosen === account}
        onChange={() => props.onChoose(account)}
      />
    </td>
  ))
}
