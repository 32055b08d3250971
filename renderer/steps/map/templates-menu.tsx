// Templates: mappings saved under a name. Loading one replaces the draft; nothing of the batch changes before Apply.
import { Menu } from '@base-ui/react/menu'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookMarked, Save, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, engine } from '../../app/engine.ts'
import { texts } from '../../app/texts.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { toast } from '../../parts/toast.tsx'
import { mapTexts } from './map-texts.ts'
import type { MapperProps } from './map-step.tsx'

const words = mapTexts.template
const item =
  'flex h-8 cursor-default items-center gap-2 rounded px-2 outline-none select-none data-highlighted:bg-accent-bg'

export function TemplatesMenu(
  props: Pick<MapperProps, 'draft' | 'change'> & { readonly locked: boolean },
): ReactNode {
  const { change } = props
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)
  const templates = useQuery(api.templates.list.queryOptions())
  const load = useMutation({
    mutationFn: (name: string) => engine.templates.load({ name }),
    onSuccess: (mapping, name) => {
      change((before) => ({ ...before, mapping, reasons: new Map() }))
      toast.done(words.loaded(name))
    },
    onError: toast.failed,
  })
  const remove = useMutation({
    mutationFn: (name: string) => engine.templates.remove({ name }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.templates.list.key() }),
    onError: toast.failed,
  })
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-edge bg-raised px-2.5 font-medium hover:bg-hover">
          <BookMarked size={14} aria-hidden />
          {mapTexts.templates}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="start" className="z-50 outline-none">
            <Menu.Popup className="min-w-64 rounded-lg bg-raised p-1 shadow-lift outline-none">
              <Menu.Item className={item} onClick={() => setSaving(true)}>
                <Save size={14} aria-hidden className="text-faint" />
                {words.save}
              </Menu.Item>
              <Menu.Separator className="my-1 h-px bg-line" />
              {templates.data?.length === 0 && <p className="px-2 py-1.5 text-xs text-faint">{words.none}</p>}
              {(templates.data ?? []).map((one) => (
                <div key={one.name} className="flex items-center">
                  <Menu.Item
                    disabled={props.locked}
                    className={`${item} min-w-0 flex-1`}
                    onClick={() => load.mutate(one.name)}
                  >
                    <span className="truncate">{one.name}</span>
                    <RelativeTime at={one.savedAt} className="ml-auto text-xs text-faint" />
                  </Menu.Item>
                  <Menu.Item
                    aria-label={words.remove(one.name)}
                    className={`${item} text-faint`}
                    onClick={() => remove.mutate(one.name)}
                  >
                    <Trash2 size={14} aria-hidden />
                  </Menu.Item>
                </div>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {saving && <SaveDialog draft={props.draft} onClose={() => setSaving(false)} />}
    </>
  )
}

function SaveDialog(props: Pick<MapperProps, 'draft'> & { readonly onClose: () => void }): ReactNode {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const save = useMutation(
    api.templates.save.mutationOptions({
      onSuccess: async (_, input) => {
        await client.invalidateQueries({ queryKey: api.templates.list.key() })
        toast.done(words.saved(input.name))
        props.onClose()
      },
      onError: toast.failed,
    }),
  )
  const ready = name.trim() !== ''
  const run = (): void => save.mutate({ name: name.trim(), mapping: props.draft.mapping })
  return (
    <Dialog
      open
      width="small"
      onClose={props.onClose}
      title={words.saveTitle}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" disabled={!ready} busy={save.isPending} onClick={run}>
            {texts.common.save}
          </Button>
        </>
      }
    >
      <TextField
        label={words.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && ready && run()}
      />
    </Dialog>
  )
}
