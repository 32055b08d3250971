// Lens: details of the focused cell. It lists its payload paths with converted values and conversions, its last
// validation, and its edits. It stands above the payload and follows the grid's focus.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../../../shared/contract/contract.ts'
import type { AccountView, CellHistory, SheetView } from '../../../../../shared/contract/views.ts'
import { api } from '../../../../app/engine.ts'
import { Button } from '../../../../components/button.tsx'
import { cx } from '../../../../components/classes.ts'
import { Skeleton } from '../../../../components/panel.tsx'
import { useNow } from '../../../../components/text/relative-time.tsx'
import { lensTexts as words } from '../../../../texts/fix/lens.ts'
import {
  addressText,
  type CellAddress,
  type CellLens,
  conversionText,
  validatedText,
  valueText,
  when,
} from './lens-words.ts'
import type { Edits } from '../../edits/use-edits.ts'
import { message, sentenceOf } from '../../../../../shared/texts/message.ts'

type Props = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly account: AccountView
  /** The account is still the previous one, but the cell is already another's. */
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
  const history = useQuery({
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
      className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line px-3.5 py-2.5"
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
      {history.data !== undefined && history.data.edits.length > 0 && (
        <History
          {...props}
          column={column.name}
          history={history.data}
          old={props.old || history.isPlaceholderData}
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
            <span className="wrap-anywhere" title={sentenceOf(path.title)}>
              {valueText(path.value)}
            </span>{' '}
            <span className="text-faint">
              {[conversion, path.with.length === 0 ? null : words.together({ columns: path.with.join(', ') })]
                .filter((part) => part !== null)
                .join(', ')}
            </span>
          </li>
        ))}
        {lens.omitted.map((one) => (
          <li key={one.path} className="min-w-0 text-xs leading-[18px] text-faint">
            <PathButton attr={one.path} ghost onPath={props.onPath} />{' '}
            {words.leftOut({ message: sentenceOf(one.message) })}
          </li>
        ))}
        {lens.unused !== null && (
          <li className="text-xs leading-[18px] text-faint">{sentenceOf(lens.unused)}</li>
        )}
      </ul>
      {lens.filledFrom !== null && (
        <p className="text-xs leading-[17px] text-soft">{words.filledFrom({ row: lens.filledFrom })}</p>
      )}
      <p data-validated className="text-xs leading-[17px] text-soft wrap-break-word">
        {validatedText(lens, now)}
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
      title={words.showInPayload({ attr })}
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

/**
 * Latest edits of the cell, and a button to restore the original value; hidden while the edits of the previous cell
 * are shown.
 */
function History(props: Props & { readonly column: string; readonly history: CellHistory }): ReactNode {
  const { history, edits, cell, account, column, old } = props
  const changed = history.now !== history.read
  const now = useNow()
  return (
    <div aria-busy={old} className="grid grid-cols-[minmax(0,1fr)] gap-0.5 text-xs leading-[17px] text-soft">
      <ol
        aria-label={words.edits({ n: history.edits.length })}
        className="grid max-h-[68px] grid-cols-[minmax(0,1fr)] overflow-y-auto"
      >
        {history.edits.slice(0, 20).map((edit) => (
          <li
            key={edit.id}
            title={`${sentenceOf(edit.words)}: ${valueText(edit.before)} → ${valueText(edit.after)}`}
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
            {words.asRead}: {valueText(history.read)}
          </span>
          <Button
            size="small"
            icon={Undo2}
            aria-label={words.putBackLabel({ text: history.read })}
            disabled={old || account.locked !== null}
            onClick={() =>
              void edits.apply(message('edits.put_back', { column, key: account.key }), [
                { ...cell, text: history.read },
              ])
            }
          >
            {words.putBack}
          </Button>
        </p>
      )}
    </div>
  )
}
