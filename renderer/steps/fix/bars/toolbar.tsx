// Toolbar above the grid: which rows, text search, undo and redo with the edit they affect, the filter by state, saved
// views, the columns, and the button of the account.
import { redoWords, undoWords } from '../edits/edit-words.ts'
import { Redo2, Replace, Undo2 } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { RowFilter } from '../../../../shared/fixing/row-filter.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { useShortcuts } from '../../../app/keys.ts'
import { setParams } from '../../../app/route.ts'
import { IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { EditHistory } from '../edits/edit-history.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import type { FixView } from '../fix-view.ts'
import { fixTools } from '../fix-tools.ts'
import { ColumnChooser } from '../grid/columns/column-chooser.tsx'
import type { Columns } from '../grid/columns/use-columns.ts'
import type { Panes } from '../panes.tsx'
import { SavedViews } from '../views/saved-views-menu.tsx'
import { MaskSwitch } from './mask-switch.tsx'
import { MoreMenu } from './more-menu.tsx'
import { PaneButton } from './pane-button.tsx'
import { QuickFilter } from './quick-filter.tsx'
import { StateFilter } from './state-filter.tsx'
import type { Edits } from '../edits/use-edits.ts'

const searchDelayMs = 250

export type ToolbarProps = {
  readonly batch: BatchView
  readonly view: FixView
  /** The sheet's position. */
  readonly sheet: number
  readonly sheets: readonly SheetView[]
  readonly filter: RowFilter
  /** Accounts of the selected rows. */
  readonly selected: readonly number[]
  readonly edits: Edits
  readonly panes: Panes
  readonly columns: Columns
  readonly hasProblems: (column: number) => boolean
  readonly onReplace: () => void
  /** Sensitive values were shown or hidden. */
  readonly onMasks: () => void
  /** From the search back to the rows. */
  readonly onLeaveSearch: () => void
}

export const Toolbar = memo(function Toolbar(props: ToolbarProps): ReactNode {
  const { batch, view, edits } = props
  return (
    <div className="flex min-w-0 items-center gap-1.5 border-b border-line px-2.5">
      {!props.panes.causes.shown && <PaneButton name="causes" pane={props.panes.causes} />}
      <QuickFilter batch={batch} view={view} sheets={props.sheets} />
      <TextFilter view={view} onLeave={props.onLeaveSearch} />
      <span className="flex-1" />
      <span className="flex shrink-0">
        <IconButton icon={Replace} label={bulkTexts.replaceTitle} keys="mod+h" onClick={props.onReplace} />
        <IconButton
          icon={Undo2}
          label={undoWords(edits.toUndo?.words)}
          keys="mod+z"
          aria-disabled={edits.toUndo === null}
          className={cx(edits.toUndo === null && 'opacity-40')}
          onClick={() => edits.undo()}
        />
        <IconButton
          icon={Redo2}
          label={redoWords(edits.toRedo?.words)}
          keys="mod+y"
          aria-disabled={edits.toRedo === null}
          className={cx(edits.toRedo === null && 'opacity-40')}
          onClick={() => edits.redo()}
        />
        <EditHistory edits={edits} sheets={props.sheets} />
        {fixTools.length > 0 && (
          <MoreMenu
            place={{
              sheets: props.sheets,
              sheet: props.sheet,
              filter: props.filter,
              selected: props.selected,
            }}
          />
        )}
      </span>
      <span aria-hidden className="mx-0.5 h-5 w-px shrink-0 bg-line" />
      <MaskSwitch batch={batch.id} onChanged={props.onMasks} />
      <StateFilter batch={batch} view={view} />
      <SavedViews batch={batch} sheets={props.sheets} sheet={props.sheet} columns={props.columns} />
      <ColumnChooser columns={props.columns} hasProblems={props.hasProblems} />
      <PaneButton name="account" pane={props.panes.account} />
    </div>
  )
})

/** Written to the URL after a debounce. */
function TextFilter(props: { readonly view: FixView; readonly onLeave: () => void }): ReactNode {
  const { view } = props
  const [text, setText] = useState(view.text)
  const [asked, setAsked] = useState(view.text)
  if (asked !== view.text) {
    setAsked(view.text)
    setText(view.text)
  }
  useEffect(() => {
    if (text === view.text) return undefined
    const timer = setTimeout(() => {
      setAsked(text)
      setParams({ text: text === '' ? null : text })
    }, searchDelayMs)
    return () => clearTimeout(timer)
  }, [text, view.text])
  const field = useRef<HTMLInputElement>(null)
  useShortcuts([
    {
      keys: 'mod+f',
      label: fixTexts.searchKey,
      movesFocus: true,
      run: () => {
        field.current?.focus()
        field.current?.select()
      },
    },
  ])
  return (
    <SearchField
      ref={field}
      label={fixTexts.search}
      value={text}
      onChange={setText}
      // It gives way before the names of the tabs do.
      className="w-44 min-w-20 shrink-[9999]"
      onKeyDown={(event) => {
        // Back to the rows, as from the search of a spreadsheet.
        if (event.key !== 'Escape' && event.key !== 'Enter') return
        event.preventDefault()
        if (event.key === 'Escape' && text !== '') return
        setParams({ text: text === '' ? null : text })
        props.onLeave()
      }}
    />
  )
}
