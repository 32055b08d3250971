// List of edits, newest first; the user can go back to the state before any of them. An undone edit stays in
// the list; it can be redone until something else is changed.
import { Popover } from '@base-ui/react/popover'
import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { EditView, SheetView } from '../../../../shared/contract/views.ts'
import { setParams } from '../../../app/route.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { stepsTo } from './edit-steps.ts'
import { editPlace } from './edit-words.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { paramsOfEdit } from '../fix-view.ts'
import { gridTexts } from '../../../texts/fix/grid.ts'
import type { Edits } from './use-edits.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

/** Older edits are not listed; undo can continue from the oldest one listed. */
const mostListed = 200

export function EditHistory(props: Pick<ListProps, 'edits' | 'sheets'>): ReactNode {
  const { edits } = props
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={<IconButton icon={History} label={fixTexts.history} className={cx(open && 'bg-hover')} />}
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-40 outline-none">
          <Popover.Popup className="flex max-h-[min(26rem,var(--available-height))] w-104 flex-col rounded-lg bg-raised text-text shadow-lift outline-none">
            <Popover.Title className="px-3 pt-2.5 pb-1.5 text-sm font-semibold">
              {fixTexts.historyTitle}
            </Popover.Title>
            {edits.history.length === 0 ? (
              <p className="px-3 pb-3 text-sm text-soft">
                {fixTexts.empty.changed}. {fixTexts.historyNoneBody}
              </p>
            ) : (
              <EditList {...props} onClose={() => setOpen(false)} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

type ListProps = {
  readonly edits: Edits
  /** Of the batch. */
  readonly sheets: readonly SheetView[]
  readonly onClose: () => void
}

function EditList(props: ListProps): ReactNode {
  const { history } = props.edits
  const older = history.length - mostListed
  return (
    <ol className="min-h-0 overflow-y-auto overscroll-contain px-1.5 pb-1.5">
      {history.slice(0, mostListed).map((edit) => (
        <Entry key={edit.id} {...props} edit={edit} />
      ))}
      {older > 0 && <li className="px-2 py-1 text-xs text-faint">{fixTexts.historyOlder({ n: older })}</li>}
    </ol>
  )
}

function Entry({ edit, edits, sheets, onClose }: ListProps & { readonly edit: EditView }): ReactNode {
  const place = editPlace(edit, sheets)
  // Of one cell its place says as much.
  const isOneCell = edit.cells === 1 && place !== null
  const size = isOneCell ? null : fixTexts.historySize({ cells: edit.cells, accounts: edit.accounts })
  const steps = stepsTo(edits.history, edit)
  const label = edit.undone
    ? fixTexts.redoHereLabel({ n: steps, words: sentenceOf(edit.words) })
    : fixTexts.undoHereLabel({ n: steps, words: sentenceOf(edit.words) })
  return (
    <li className="group grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 rounded px-2 py-1 focus-within:bg-hover hover:bg-hover">
      <span
        className={cx('truncate text-sm', edit.undone && 'text-faint line-through')}
        title={sentenceOf(edit.words)}
      >
        {sentenceOf(edit.words)}
      </span>
      {edit.replaced ? (
        <span />
      ) : (
        <Button
          size="small"
          tone="quiet"
          className="justify-self-end"
          aria-label={label}
          title={label}
          onClick={() => (edit.undone ? edits.redoTo(edit) : edits.undoTo(edit))}
        >
          {edit.undone ? fixTexts.redoHere : fixTexts.undoHere}
        </Button>
      )}
      <span className="text-xs text-faint">
        {[place, size].filter((part) => part !== null).join(' · ')} · <RelativeTime at={edit.at} />
        {edit.operator !== '' && ` · ${edit.operator}`}
        {edit.undone && ` · ${edit.replaced ? fixTexts.replacedMark : fixTexts.undoneMark}`}
      </span>
      {!edit.undone && (
        <Button
          size="small"
          tone="quiet"
          className="justify-self-end"
          aria-label={gridTexts.showRowsLabel({ words: sentenceOf(edit.words) })}
          title={gridTexts.showRowsLabel({ words: sentenceOf(edit.words) })}
          onClick={() => {
            onClose()
            setParams(paramsOfEdit(edit.id))
          }}
        >
          {gridTexts.showRows}
        </Button>
      )}
    </li>
  )
}
