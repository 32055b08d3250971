// Menu of templates, which are mappings saved under a name. A template that fits the file replaces the draft at once;
// otherwise its differences are shown first. The batch itself changes only on Apply.
import { Menu } from '@base-ui/react/menu'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookMarked, FileUp, Info, Save } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FittedTemplateView, TemplateView } from '../../../../shared/contract/import/mapping.ts'
import { type PickedFile, useFilePicker } from '../../../accounts/file/file-picker.tsx'
import { api, engine } from '../../../app/engine.ts'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { TextField } from '../../../components/fields/field.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { mapTexts } from '../../../texts/load/map.ts'
import type { MapperProps } from '../map-props.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { asMade } from '../draft/use-draft.ts'

const words = mapTexts.template
const item =
  'flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent-bg'

type MenuProps = MapperProps & { readonly locked: boolean }

export function TemplatesMenu(props: MenuProps): ReactNode {
  const { batch, locked } = props
  const [saving, setSaving] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const templates = useQuery(api.templates.list.queryOptions())
  const taking = useImport(setShown)
  const { use, fit } = useTemplate(props, setShown)
  const list = templates.data ?? []
  const template = list.find((one) => one.name === shown)
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-edge bg-raised px-2.5 font-medium hover:bg-hover">
          <BookMarked size={14} aria-hidden />
          {mapTexts.templates}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="end" className="z-50 outline-none">
            <Menu.Popup className="max-h-[min(28rem,var(--available-height))] w-84 overflow-y-auto rounded-lg bg-raised p-1 shadow-lift outline-none">
              <Menu.Item className={item} onClick={() => setSaving(true)}>
                <Save size={14} aria-hidden className="text-faint" />
                {words.save}
              </Menu.Item>
              <Menu.Item className={item} onClick={taking.pick}>
                <FileUp size={14} aria-hidden className="text-faint" />
                {words.import}
              </Menu.Item>
              <Menu.Separator className="my-1 h-px bg-line" />
              {templates.data?.length === 0 && <p className="px-2 py-1.5 text-xs text-faint">{words.none}</p>}
              {list.map((one) => (
                <TemplateItem
                  key={one.name}
                  template={one}
                  locked={locked}
                  onUse={() => fit.mutate(one.name)}
                  onDetails={() => setShown(one.name)}
                />
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {taking.input}
      {saving && (
        <SaveDialog {...props} names={list.map(({ name }) => name)} onClose={() => setSaving(false)} />
      )}
      {template !== undefined && (
        <TemplateDialog
          template={template}
          batch={batch.id}
          locked={locked}
          onUse={(fitted) => use(template.name, fitted)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

/** A template that fits replaces the draft; the differences of another are shown first. */
function useTemplate({ change, sheets, batch }: MenuProps, show: (name: string | null) => void) {
  function use(name: string, { mapping }: FittedTemplateView): void {
    change((before) => ({ ...before, ...asMade(mapping, sheets) }))
    show(null)
    toast.done(words.loaded({ name }))
  }
  const fit = useMutation({
    mutationFn: (name: string) => engine.templates.fit({ name, batch: batch.id }),
    onSuccess: (fitted, name) => (fitted.differences.length === 0 ? use(name, fitted) : show(name)),
    onError: toast.failed,
  })
  return { use, fit }
}

function TemplateItem(props: {
  readonly template: TemplateView
  readonly locked: boolean
  readonly onUse: () => void
  readonly onDetails: () => void
}): ReactNode {
  const { name, supplier, source, savedAt } = props.template
  return (
    <div className="flex items-center">
      <Menu.Item disabled={props.locked} className={`${item} min-w-0 flex-1`} onClick={props.onUse}>
        <span className="min-w-0 flex-1">
          <span className="block truncate">{name}</span>
          <span className="block truncate text-xs text-faint">
            {[supplier, source].filter((text) => text !== null).join(' · ')}
          </span>
        </span>
        <RelativeTime at={savedAt} className="shrink-0 text-xs text-faint" />
      </Menu.Item>
      <Menu.Item
        aria-label={words.details({ name })}
        className={`${item} text-faint`}
        onClick={props.onDetails}
      >
        <Info size={14} aria-hidden />
      </Menu.Item>
    </div>
  )
}

/** Imports a template from a file; `after` gets its name once it is in the list. */
function useImport(after: (name: string) => void): {
  readonly pick: () => void
  readonly input: ReactNode
} {
  const client = useQueryClient()
  const take = useMutation({
    mutationFn: async (picked: () => Promise<PickedFile | null>) => {
      const file = await picked()
      return file === null ? null : (await engine.templates.read({ path: file.path })).name
    },
    onSuccess: async (name) => {
      if (name === null) return
      await client.invalidateQueries({ queryKey: api.templates.list.key() })
      toast.done(words.imported({ name }))
      after(name)
    },
    onError: toast.failed,
  })
  return useFilePicker({ kind: 'catalogue', label: words.importLabel, take: take.mutate })
}

function SaveDialog(
  props: MenuProps & { readonly names: readonly string[]; readonly onClose: () => void },
): ReactNode {
  const { batch, draft } = props
  const client = useQueryClient()
  const [name, setName] = useState('')
  const save = useMutation(
    api.templates.save.mutationOptions({
      onSuccess: async (_, input) => {
        await client.invalidateQueries({ queryKey: api.templates.list.key() })
        toast.done(words.saved({ name: input.name }))
        props.onClose()
      },
      onError: toast.failed,
    }),
  )
  const ready = name.trim() !== ''
  const run = (): void =>
    save.mutate({
      name: name.trim(),
      mapping: draft.mapping,
      batch: batch.id,
      ...(draft.supplier === '' ? {} : { supplier: draft.supplier }),
    })
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
        hint={props.names.includes(name.trim()) ? words.again : words.saveHint({ file: batch.fileName })}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && ready && run()}
      />
    </Dialog>
  )
}
