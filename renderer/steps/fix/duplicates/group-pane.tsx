// One group of duplicates in columns with differences marked. The user can keep one, give all new numbers, or merge
// them.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DuplicateSide } from '../../../../shared/contract/fixing/duplicates.ts'
import { api, type engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { cx } from '../../../components/classes.ts'
import { inputClass } from '../../../components/fields/field.tsx'
import { ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { madeVisible, textChange } from '../../../accounts/change-preview/text-change.ts'
import {
  differingColumns,
  keepsNumber,
  linkedChoice,
  type LinkedDraft,
  mergedTexts,
  newNumbers,
} from './duplicates-choices.ts'
import { duplicatesTexts as words } from '../../../texts/fix/decisions/duplicates.ts'
import { rowsText } from './duplicates-words.ts'
import { LinkedRows } from './linked-rows.tsx'
import type { DuplicateActs } from './use-duplicates.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

type Group = NonNullable<Awaited<ReturnType<typeof engine.duplicates.group>>>

export function GroupPane(props: {
  readonly batch: number
  readonly account: number
  readonly acts: DuplicateActs
}): ReactNode {
  const { batch, account, acts } = props
  const found = useQuery(api.duplicates.group.queryOptions({ input: { batch, account } }))
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <SkeletonRows rows={6} />
  return found.data === null ? (
    <p className="text-soft">{words.none}</p>
  ) : (
    <Sides group={found.data} acts={acts} />
  )
}

function Sides({ group, acts }: { readonly group: Group; readonly acts: DuplicateActs }): ReactNode {
  const compare = useComparison(group)
  const { sides, more, merge } = group
  const mergeInto = (side: DuplicateSide): void =>
    acts.merge(
      side.account,
      othersOf(sides, side).map(({ account }) => account),
      merge.can && merge.how === 'cells' ? compare.chosen.map(({ column, text }) => ({ column, text })) : [],
    )
  return (
    <section aria-label={words.sides} className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto] gap-2">
      <div className="overflow-auto rounded-md border border-line" tabIndex={0}>
        <table className="w-full border-collapse text-sm">
          <thead className="sticky top-0 bg-raised">
            <tr>
              <th scope="col" className="w-36 px-2 py-1.5 text-left align-bottom text-xs font-normal">
                <span className="flex items-center gap-1.5">
                  <Checkbox
                    checked={compare.showAll}
                    onChange={compare.setShowAll}
                    label={words.all({ count: group.columns.length })}
                  />
                </span>
              </th>
              {sides.map((side) => (
                <SideHead
                  key={side.account}
                  {...{ side, sides, acts, mergeInto }}
                  isMerging={compare.isMerging}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {compare.shown.map((column) => (
              <ColumnLine key={column.index} group={group} column={column} compare={compare} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid gap-2">
        {more > 0 && <p className="text-xs text-soft">{words.moreSides({ count: more })}</p>}
        <Decision group={group} acts={acts} compare={compare} />
      </div>
    </section>
  )
}

type Comparison = ReturnType<typeof useComparison>

/** Which columns are compared, and for a merge the side from which each text is taken. */
function useComparison({ columns, sides }: Group) {
  const [showAll, setShowAll] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const [picked, setPicked] = useState<ReadonlyMap<number, number>>(new Map())
  const differing = differingColumns(columns, sides)
  return {
    showAll,
    setShowAll,
    isMerging,
    setMerging,
    differing,
    shown: columns.filter(({ index, isKey }) => showAll || isKey || differing.has(index)),
    chosen: mergedTexts(differing, sides, sides[0]?.account ?? 0, picked),
    pick: (column: number, account: number): void => setPicked(new Map([...picked, [column, account]])),
  }
}

function othersOf(sides: readonly DuplicateSide[], side: DuplicateSide): readonly DuplicateSide[] {
  return sides.filter((one) => one !== side)
}

/** One of the duplicates with the button that keeps it, or merges the others into it. */
function SideHead(props: {
  readonly side: DuplicateSide
  readonly sides: readonly DuplicateSide[]
  readonly acts: DuplicateActs
  readonly isMerging: boolean
  readonly mergeInto: (side: DuplicateSide) => void
}): ReactNode {
  const { side, acts } = props
  const others = othersOf(props.sides, side)
  return (
    <th scope="col" className="min-w-44 px-2 py-1.5 text-left align-top">
      <span className="mb-1 block font-medium">{words.row({ row: side.row })}</span>
      {props.isMerging ? (
        <Button size="small" tone="primary" busy={acts.busy} onClick={() => props.mergeInto(side)}>
          {words.mergeInto({ row: side.row })}
        </Button>
      ) : (
        <Button
          size="small"
          busy={acts.busy}
          title={words.keepHint({ rows: rowsText(others.map(({ row }) => row)), count: others.length })}
          onClick={() => acts.keep(side, others)}
        >
          {words.keep}
        </Button>
      )}
    </th>
  )
}

/** One column of all sides; while merging, a choice where they differ. */
function ColumnLine(props: {
  readonly group: Group
  readonly column: Group['columns'][number]
  readonly compare: Comparison
}): ReactNode {
  const { sides, merge } = props.group
  const { index, name, isKey } = props.column
  const { differing, isMerging, chosen, pick } = props.compare
  const differs = differing.has(index)
  const isChoice = isMerging && merge.can && merge.how === 'cells' && differs && !isKey
  return (
    <tr className="border-t border-line">
      <th scope="row" className={cx('px-2 py-1 text-left font-normal', differs && 'font-medium')}>
        {name}
        {differs && <span className="sr-only"> ({words.different})</span>}
      </th>
      {sides.map((side) => (
        <td key={side.account} className="px-2 py-1 wrap-break-word">
          {isChoice ? (
            <label className="flex items-start gap-1.5">
              <input
                type="radio"
                name={`merge-${index}`}
                className="mt-1"
                checked={chosen.find(({ column }) => column === index)?.from === side.account}
                onChange={() => pick(index, side.account)}
              />
              <SideText side={side} sides={sides} index={index} />
            </label>
          ) : (
            <SideText side={side} sides={sides} index={index} />
          )}
        </td>
      ))}
    </tr>
  )
}

/** New numbers or the start of a merge; while merging, how to stop it. */
function Decision(props: {
  readonly group: Group
  readonly acts: DuplicateActs
  readonly compare: Comparison
}): ReactNode {
  const { group, acts } = props
  const { isMerging, setMerging } = props.compare
  const { merge } = group
  if (isMerging)
    return (
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-xs text-soft">
          {merge.can && merge.how === 'rows' ? words.mergeRows : words.mergeBody}
        </p>
        <Button onClick={() => setMerging(false)}>{words.mergeCancel}</Button>
      </div>
    )
  return (
    <NewNumbers group={group} acts={acts}>
      {merge.can ? (
        <Button onClick={() => setMerging(true)}>{words.merge}…</Button>
      ) : (
        <p className="text-xs text-soft">{sentenceOf(merge.why)}</p>
      )}
    </NewNumbers>
  )
}

/** The text of a cell, with the part marked that another side does not have. */
function SideText(props: {
  readonly side: DuplicateSide
  readonly sides: readonly DuplicateSide[]
  readonly index: number
}): ReactNode {
  const { side, sides, index } = props
  const text = side.cells[index] ?? ''
  const other = sides.find((one) => (one.cells[index] ?? '') !== text)
  if (text === '') return <span className="text-faint italic">{words.empty}</span>
  if (other === undefined) return <span className="text-soft">{madeVisible(text)}</span>
  const { lead, come, tail } = textChange(other.cells[index] ?? '', text)
  return (
    <span>
      {madeVisible(lead)}
      {come !== '' && (
        <mark className="rounded-sm bg-warn-bg text-text underline decoration-warn underline-offset-2">
          {madeVisible(come)}
        </mark>
      )}
      {madeVisible(tail)}
    </span>
  )
}

function NewNumbers(props: {
  readonly group: Group
  readonly acts: DuplicateActs
  readonly children: ReactNode
}): ReactNode {
  const { group, acts } = props
  const { sides, linked, moreLinked } = group
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [said, setSaid] = useState<LinkedDraft>({ rest: null, rows: new Map() })
  const { numbers, isWhole } = newNumbers(sides, typed)
  const draft = { ...said, rest: said.rest ?? keepsNumber(sides, numbers) }
  const choice = linkedChoice(linked, moreLinked, draft)
  return (
    <div className="grid gap-2">
      <LinkedRows rows={linked} more={moreLinked} sides={sides} draft={draft} onDraft={setSaid} />
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole && choice !== null) acts.renumber(numbers, choice)
        }}
      >
        {sides.map((side) => (
          <label key={side.account} className="grid gap-0.5 text-xs text-soft">
            {words.newNumber({ row: side.row })}
            <input
              className={cx(inputClass, 'w-38!')}
              title={side.proposed === null ? undefined : words.proposed}
              value={typed.get(side.account) ?? side.proposed ?? side.key}
              onChange={(event) => setTyped(new Map([...typed, [side.account, event.target.value]]))}
            />
          </label>
        ))}
        <Button
          submit
          busy={acts.busy}
          disabled={!isWhole || choice === null}
          title={choice === null ? words.linkedUndecided : undefined}
        >
          {words.newNumbers}
        </Button>
        {props.children}
      </form>
    </div>
  )
}
