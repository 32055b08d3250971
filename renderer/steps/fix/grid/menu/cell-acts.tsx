// First items of the context menu of a cell: what people do with cells in any spreadsheet, each with its key, then what
// is decided about the rows' accounts. They act on the selection that the menu was opened for.
import { Menu } from '@base-ui/react/menu'
import {
  Ban,
  ClipboardCopy,
  ClipboardPaste,
  CornerLeftDown,
  Eraser,
  type LucideIcon,
  Pause,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from '../../../../components/text/kbd.tsx'
import { toast } from '../../../../components/notices/toast.tsx'
import { decideTexts } from '../../../../texts/fix/decisions/decide.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { menuItem } from '../../bars/state-filter.tsx'

export type CellActions = {
  readonly clear: () => void
  readonly fillDown: () => void
  /** What undo would revert, in words; `run` is null where there is nothing. */
  readonly undo: { readonly label: string; readonly run: (() => void) | null }
  /** Asks for the reason; null where no selected row has an account. */
  readonly decide: ((kind: 'hold' | 'exclude') => void) | null
}

type Act = {
  readonly words: string
  readonly icon: LucideIcon
  readonly keys?: string
  /** Null: cannot be done now. */
  readonly run: (() => void) | null
}

/** The grid has the focus again when it runs: it fills the clipboard as it does for the key. */
function copy(): void {
  if (!document.execCommand('copy')) toast.notice('info', gridTexts.copyByKey)
}

export function CellActItems(props: {
  readonly hasCells: boolean
  readonly actions: CellActions
}): ReactNode {
  const { clear, fillDown, undo, decide } = props.actions
  const words = gridTexts.cellActs
  const ofCells: readonly Act[] = [
    { words: words.copy, icon: ClipboardCopy, keys: 'mod+c', run: copy },
    // A page may read the clipboard only while the user presses the key.
    {
      words: words.paste,
      icon: ClipboardPaste,
      keys: 'mod+v',
      run: () => toast.notice('info', gridTexts.pasteByKey),
    },
    { words: words.clear, icon: Eraser, keys: 'delete', run: clear },
    { words: words.fillDown, icon: CornerLeftDown, keys: 'mod+d', run: fillDown },
  ]
  const back: Act = { words: undo.label, icon: Undo2, keys: 'mod+z', run: undo.run }
  const decisions: readonly Act[] =
    decide === null
      ? []
      : [
          { words: decideTexts.hold, icon: Pause, run: () => decide('hold') },
          { words: decideTexts.exclude, icon: Ban, run: () => decide('exclude') },
        ]
  return (
    <>
      {[...(props.hasCells ? ofCells : []), back].map((act) => (
        <ActItem key={act.words} {...act} />
      ))}
      {decisions.length > 0 && <Menu.Separator className="my-1 h-px bg-line" />}
      {decisions.map((act) => (
        <ActItem key={act.words} {...act} />
      ))}
      <Menu.Separator className="my-1 h-px bg-line" />
    </>
  )
}

function ActItem({ words, icon: Icon, keys, run }: Act): ReactNode {
  return (
    <Menu.Item
      className={`${menuItem} data-disabled:text-faint`}
      disabled={run === null}
      // After the menu has returned the focus to the grid.
      onClick={() => void setTimeout(() => run?.())}
    >
      <Icon size={12} aria-hidden className="shrink-0 text-faint" />
      <span className="truncate">{words}</span>
      {keys !== undefined && (
        <span aria-hidden className="ml-auto pl-6">
          <Kbd keys={keys} />
        </span>
      )}
    </Menu.Item>
  )
}
