// The lens of the focused cell: its payload paths with the values that it became, through which conversion; when it was
// judged and by whom; what was edited there. It stands above the account's tabs and follows the grid.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../../shared/contract.ts'
import type { AccountView, CellStory, SheetView } from '../../../../shared/views.ts'
import { api } from '../../../app/engine.ts'
import { Button } from '../../../parts/button.tsx'
import { cx } from '../../../parts/classes.ts'
import { Skeleton } from '../../../parts/panel.tsx'
import { useNow } from '../../../parts/relative-time.tsx'
import { lensTexts as words } from './lens-texts.ts'
import {
  addressText,
  type CellAddress,
  type CellLens,
  conversionText,
  judgedText,
  valueText,
  when,
} from './lens-words.ts'
import type { Edits } from '../use-edits.ts'

type Props = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly account: AccountView
  /** The account is still the one before, and the cell already another's. */
  readonly old: boolean
  readonly cell: CellAddress
  readonly edits: Edits
  /** Shows a path in the payload. */
  readonly onPath: (attr: string) => void
}

export function LensView(props: Props): ReactNode {
  const { batch, account, cell, sheets } = props
  const lens = useQuery({
    ...api.accounts.cell.queryOptions({ input: { account: account.id, ...cell } }),
    placeholderData: keepPreviousData,
  })
  const story = useQuery({
    ...api.edits.cell.queryOptions({ input: { batch: batch.id, ...cell } }),
    placeholderData: keepPreviousData,
  })
  const column = sheets
    .find((sheet) => sheet.position === cell.sheet)
    ?.info.columns.find((one) => one.index === cell.column)
  if (lens.isError || column === undefined) return null
  return (
    <section
      aria-label={words.label}
      className="grid max-h-1/2 shrink-0 grid-cols-[minmax(0,1fr)] gap-1 overflow-y-auto border-b border-line px-3.5 py-2"
    >
      <h3 className="flex min-w-0 items-baseline gap-2 text-xs">
        <span className="truncate font-medium" title={column.name}>
          {column.name}
        </span>
        <span className="shrink-0 text-faint">{addressText(cell, sheets)}</span>
      </h3>
      {lens.data === undefined ? (
        <Skeleton className="h-8" />
      ) : (
        <Found {...props} lens={lens.data} old={props.old || lens.isPlaceholderData} />
      )}
      {story.data !== undefined && story.data.edits.length > 0 && (
        <Story
          {...props}
          column={column.name}
          story={story.data}
          old={props.old || story.isPlaceholderData}
        />
      )}
    </section>
  )
}

function Found(props: Props & { readonly lens: CellLens }): ReactNode {
  const { lens } = props
  const now = useNow()
  const conversion = conversionText(lens.conversion)
  return (
    <div aria-busy={props.old} className="grid gap-1">
      <ul className="grid gap-0.5">
        {lens.paths.map((path) => (
          <li key={path.attr} className="min-w-0 text-xs leading-[18px]">
            <PathButton attr={path.attr} onPath={props.onPath} />{' '}
            <span className="wrap-anywhere" title={path.title}>
              {valueText(path.value)}
            </span>{' '}
            <span className="text-faint">
              {[conversion, path.with.length === 0 ? null : words.together(path.with)]
                .filter((part) => part !== null)
                .join(', ')}
            </span>
          </li>
        ))}
        {lens.omitted.map((one) => (
          <li key={one.path} className="min-w-0 text-xs leading-[18px] text-faint">
            <PathButton attr={one.path} ghost onPath={props.onPath} /> {words.leftOut(one.message)}
          </li>
        ))}
        {lens.unused !== null && <li className="text-xs leading-[18px] text-faint">{lens.unused}</li>}
      </ul>
      <p data-judged className="text-xs leading-[17px] text-soft wrap-break-word">
        {judgedText(lens, now)}
      </p>
    </div>
  )
}

function PathButton(props: {
  readonly attr: string
  readonly ghost?: boolean
  readonly onPath: (attr: string) => void
}): ReactNode {
  const { attr, ghost } = props
  return (
    <button
      type="button"
      title={words.showInPayload(attr)}
      onClick={() => props.onPath(attr)}
      className={cx(
        'max-w-full truncate rounded-sm px-1 align-bottom font-mono text-[11.5px] leading-[18px] hover:bg-hover',
        ghost === true ? 'border border-dashed border-edge text-faint' : 'bg-accent-bg text-accent',
      )}
    >
      {attr}
    </button>
  )
}

/** The latest edits of the cell, and the way back to what was read: not while they are still those of the cell before. */
function Story(props: Props & { readonly column: string; readonly story: CellStory }): ReactNode {
  const { story, edits, cell, account, column, old } = props
  const changed = story.now !== story.read
  const now = useNow()
  return (
    <div aria-busy={old} className="grid grid-cols-[minmax(0,1fr)] gap-0.5 text-xs leading-[17px] text-soft">
      <ol
        aria-label={words.edits(story.edits.length)}
        className="grid max-h-[68px] grid-cols-[minmax(0,1fr)] overflow-y-auto"
      >
        {story.edits.slice(0, 20).map((edit) => (
          <li
            key={edit.id}
            title={`${edit.words}: ${valueText(edit.before)} → ${valueText(edit.after)}`}
            className={cx('flex gap-2', edit.undone && 'text-faint line-through')}
          >
            <span className="min-w-0 flex-1 truncate">
              {valueText(edit.before)} → {valueText(edit.after)}
            </span>
            <time className="shrink-0 text-faint tabular-nums">{when(edit.at, now)}</time>
          </li>
        ))}
      </ol>
      {changed && (
        <p className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">
            {words.asRead}: {valueText(story.read)}
          </span>
          <Button
            size="small"
            icon={Undo2}
            aria-label={words.putBackLabel(story.read)}
            disabled={old || account.locked !== null}
            onClick={() =>
              void edits.apply(words.putBackWords(column, account.key), [{ ...cell, text: story.read }])
            }
          >
            {words.putBack}
          </Button>
        </p>
      )}
    </div>
  )
}
