// Rows of other sheets that are linked to several duplicates by number. The user chooses an account for each row when
// the accounts get new numbers. By default they stay with the account that keeps the number, if there is one.
import type { ReactNode } from 'react'
import type { DuplicateSide, LinkedRowView } from '../../../../shared/contract/fixing/duplicates.ts'
import type { LinkedDraft } from './duplicates-choices.ts'
import { duplicatesTexts as words } from '../../../texts/duplicates.ts'

export function LinkedRows(props: {
  readonly rows: readonly LinkedRowView[]
  /** Rows that are not listed. */
  readonly more: number
  readonly sides: readonly DuplicateSide[]
  readonly draft: LinkedDraft
  readonly onDraft: (draft: LinkedDraft) => void
}): ReactNode {
  const { rows, more, sides, draft, onDraft } = props
  if (rows.length === 0) return null
  const choices = (name: string, what: string, chosen: number | null, choose: (account: number) => void) =>
    sides.map(({ account, row }) => (
      <td key={account} className="px-2 text-center">
        <input
          type="radio"
          name={name}
          aria-label={words.linkedTo(what, row)}
          checked={chosen === account}
          onChange={() => choose(account)}
        />
      </td>
    ))
  const all = more > 0 ? words.linkedRest(more) : words.linkedAll
  return (
    <fieldset className="min-w-0 rounded-md border border-line">
      <legend className="ml-2 px-1 text-xs font-medium">{words.linkedTitle(rows.length + more)}</legend>
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
                  {words.row(row)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row" className="px-1 py-0.5 text-left font-medium">
                {all}
              </th>
              {choices('linked-all', all, draft.rows.size === 0 ? draft.rest : null, (rest) =>
                onDraft({ rest, rows: new Map() }),
              )}
            </tr>
            {rows.map((one) => {
              const name = `${one.sheet} ${one.row}`
              const where = words.linkedRow(one.name, one.row)
              return (
                <tr key={name} className="border-t border-line">
                  <th
                    scope="row"
                    className="max-w-0 truncate px-1 py-0.5 text-left font-normal"
                    title={one.text}
                  >
                    {where} <span className="text-soft">{one.text}</span>
                  </th>
                  {choices(`linked-${name}`, where, draft.rows.get(name) ?? draft.rest, (account) =>
                    onDraft({ ...draft, rows: new Map([...draft.rows, [name, account]]) }),
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </fieldset>
  )
}
