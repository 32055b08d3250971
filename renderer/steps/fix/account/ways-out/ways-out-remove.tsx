// Dialog that removes an object or item from an account. It shows which cells are emptied and what else they feed,
// and does it in one edit.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../../shared/contract/contract.ts'
import type { AccountView } from '../../../../../shared/contract/views.ts'
import { api } from '../../../../app/engine.ts'
import { failureOf } from '../../../../components/notices/failure.ts'
import { texts } from '../../../../texts/common.ts'
import { Button } from '../../../../components/button.tsx'
import { Dialog } from '../../../../components/overlays/dialog.tsx'
import { firstFew } from '../../../../texts/format.ts'
import { Callout } from '../../../../components/panel.tsx'
import { Spinner } from '../../../../components/charts/progress.tsx'
import { toast } from '../../../../components/notices/toast.tsx'
import { columnLetters } from '../../grid/columns/grid-columns.ts'
import type { Edits } from '../../edits/use-edits.ts'
import { waysOutTexts as words } from '../../../../texts/fix/ways-out.ts'
import { message } from '../../../../../shared/texts/message.ts'

export function RemoveDialog(props: {
  readonly batch: BatchView
  readonly account: AccountView
  readonly attr: string
  /** The object or item in words. */
  readonly what: string
  readonly edits: Edits
  readonly onClose: () => void
}): ReactNode {
  const { batch, account, attr, what, edits, onClose } = props
  const { found, seen } = useCellsToEmpty(batch.id, account.id, attr)
  const cells = seen?.cells ?? []
  // Uses the step's own edit function: it updates the visible rows at once, and asks before undone edits are lost.
  const remove = useMutation({
    mutationFn: () =>
      edits.apply(
        message('edits.removed', { what, account: account.key }),
        cells.map(({ sheet, row, column }) => ({ sheet, row, column, text: '' })),
      ),
    onSuccess: (taken) => {
      if (!taken) return
      onClose()
      toast.done(words.removed({ what, cells: cells.length }))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={words.removeTitle({ what, account: account.key })}
      description={seen === undefined ? undefined : words.removeBody({ cells: cells.length })}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button
            tone="primary"
            busy={remove.isPending}
            disabled={cells.length === 0}
            onClick={() => remove.mutate()}
          >
            {words.removeAction({ cells: cells.length })}
          </Button>
        </>
      }
    >
      {found.isPending && (
        <p role="status" className="flex items-center gap-2 text-soft">
          <Spinner /> {words.looking}
        </p>
      )}
      {found.isError && seen === undefined && (
        <Callout tone="error">{failureOf(found.error).message}</Callout>
      )}
      {cells.length > 0 && <CellsToEmpty cells={cells} />}
      {seen !== undefined && seen.alsoFeeds.length > 0 && <AlsoFeeds attrs={seen.alsoFeeds} />}
    </Dialog>
  )
}

/** The cells are fixed when the dialog opens: if an item disappears meanwhile, the next one gets its index. */
function useCellsToEmpty(batch: number, account: number, attr: string) {
  const found = useQuery({
    ...api.fixes.previewRemoval.queryOptions({ input: { batch, account, attr } }),
    gcTime: 0,
  })
  const [seen, see] = useState(found.data)
  if (seen === undefined && found.data !== undefined) see(found.data)
  return { found, seen }
}

type Removal = NonNullable<ReturnType<typeof useCellsToEmpty>['seen']>

function CellsToEmpty({ cells }: Pick<Removal, 'cells'>): ReactNode {
  return (
    <ul className="max-h-60 overflow-y-auto rounded-lg border border-line text-sm">
      {cells.map((cell) => (
        <li
          key={`${cell.sheet} ${cell.row} ${cell.column}`}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-3 border-b border-line px-2.5 py-1 last:border-0"
        >
          <span className="truncate text-soft">{cell.name}</span>
          <span className="truncate">{cell.text}</span>
          <span
            className="text-xs leading-5 text-faint"
            title={words.row({ sheet: cell.sheetName, row: cell.row })}
          >{`${columnLetters(cell.column)}${cell.row}`}</span>
        </li>
      ))}
    </ul>
  )
}

function AlsoFeeds({ attrs }: { readonly attrs: Removal['alsoFeeds'] }): ReactNode {
  return (
    <Callout tone="warning" title={words.alsoFeeds} className="mt-2">
      <p className="font-mono text-xs wrap-anywhere">{firstFew(attrs, 20)}</p>
    </Callout>
  )
}
