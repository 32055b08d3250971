// Popover of the saved views of the Fix step: chooses, renames and removes them, and saves the present filter and
// columns under a name.
import { Popover } from '@base-ui/react/popover'
import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { chooseDisplay, useDisplayChoices } from '../../../app/display/display.ts'
import { type SavedView, usualColumns, withColumns } from '../../../app/display/display-choices.ts'
import { setParams, useRoute } from '../../../app/route.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { inputClass } from '../../../components/fields/field.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { gridTexts as words } from '../../../texts/fix/grid.ts'
import type { Columns } from '../grid/columns/use-columns.ts'
import { kindOf, paramsOfView, paramsToSave, withNewName, withoutView, withView } from './saved-views.ts'

type Props = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  /** The sheet's position. */
  readonly sheet: number
  readonly columns: Columns
}

export function SavedViews(props: Props): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={words.views}
        title={words.views}
        className="grid size-6 shrink-0 place-items-center rounded text-faint hover:bg-hover hover:text-text data-popup-open:bg-hover"
      >
        <Bookmark size={14} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-40 outline-none">
          <Popover.Popup className="grid w-84 gap-2 rounded-lg bg-raised px-3 py-2.5 text-text shadow-lift outline-none">
            <Popover.Title className="text-sm font-semibold">{words.views}</Popover.Title>
            <Views {...props} onShown={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Views(props: Props & { readonly onShown: () => void }): ReactNode {
  const { batch, sheets, sheet, columns } = props
  const { fixViews } = useDisplayChoices()
  const route = useRoute()
  const [renaming, setRenaming] = useState<string | null>(null)
  const kind = kindOf(batch.catalogue, sheets)
  const own = fixViews.filter((view) => view.kind === kind)
  const show = useShow(props)
  function save(name: string): void {
    const params = paramsToSave(route.page === 'batch' ? route.params : {})
    const view = { kind, name, params: { ...params, sheet: String(sheet) } }
    const next = withView(fixViews, { ...view, hidden: [...columns.hidden], pinned: [...columns.pinned] })
    if (next === null) return toast.notice('warning', words.tooManyViews)
    chooseDisplay({ fixViews: next })
    const isThere = own.some((one) => one.name === name)
    toast.done(isThere ? words.viewReplaced({ name }) : words.viewSaved({ name }))
  }
  function rename(view: SavedView, name: string): void {
    const next = name === view.name ? null : withNewName(fixViews, view, name)
    if (next !== null) chooseDisplay({ fixViews: next })
    setRenaming(null)
  }
  return (
    <>
      {own.length === 0 && <p className="text-sm text-soft">{words.noViews}</p>}
      <ul className="-mx-1.5 max-h-60 overflow-y-auto empty:hidden">
        {own.map((view) =>
          renaming === view.name ? (
            <li key={view.name} className="px-1.5 py-0.5">
              <NameField
                label={words.newName({ name: view.name })}
                before={view.name}
                onName={(name) => rename(view, name)}
              />
            </li>
          ) : (
            <ViewLine
              key={view.name}
              view={view}
              onShow={() => show(view)}
              onRename={() => setRenaming(view.name)}
              onRemove={() => chooseDisplay({ fixViews: withoutView(fixViews, view) })}
            />
          ),
        )}
      </ul>
      <NameField label={words.viewName} before="" action={words.saveView} onName={save} />
      <p className="text-xs text-faint">{words.viewsHint}</p>
    </>
  )
}

/** Shows a view: its rows by the address, and its columns. */
function useShow({ batch, sheet, columns, onShown }: Props & { readonly onShown: () => void }) {
  const { fixColumns } = useDisplayChoices()
  return (view: SavedView): void => {
    const { hidden, pinned, params } = view
    if (params['sheet'] === undefined || params['sheet'] === String(sheet)) {
      columns.hide(hidden)
      columns.pin(pinned)
    } else {
      // The grid of another sheet begins with what is saved of its columns.
      const name = `${batch.id}:${params['sheet']}`
      const before = fixColumns[name] ?? usualColumns
      chooseDisplay({ fixColumns: withColumns(fixColumns, name, { ...before, hidden, pinned }) })
    }
    setParams(paramsOfView(view))
    onShown()
  }
}

function ViewLine(props: {
  readonly view: SavedView
  readonly onShow: () => void
  readonly onRename: () => void
  readonly onRemove: () => void
}): ReactNode {
  const { name } = props.view
  return (
    <li className="flex items-center gap-0.5 rounded pr-1 focus-within:bg-hover hover:bg-hover">
      <button
        type="button"
        aria-label={words.showView({ name })}
        onClick={props.onShow}
        className="h-7 min-w-0 flex-1 truncate px-1.5 text-left text-sm font-medium"
      >
        {name}
      </button>
      <IconButton size="small" icon={Pencil} label={words.renameView({ name })} onClick={props.onRename} />
      <IconButton size="small" icon={Trash2} label={words.removeView({ name })} onClick={props.onRemove} />
    </li>
  )
}

/** Enter, or the button where there is one, gives the name; an empty one is none. */
function NameField(props: {
  readonly label: string
  readonly before: string
  readonly action?: string
  readonly onName: (name: string) => void
}): ReactNode {
  const [name, setName] = useState(props.before)
  const given = name.trim()
  function give(): void {
    if (given === '') return
    props.onName(given)
    setName(props.before)
  }
  return (
    <form
      className="flex gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        give()
      }}
    >
      <input
        autoFocus={props.action === undefined}
        aria-label={props.label}
        placeholder={props.label}
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className={inputClass}
      />
      {props.action !== undefined && (
        <Button submit disabled={given === ''}>
          {props.action}
        </Button>
      )}
    </form>
  )
}
