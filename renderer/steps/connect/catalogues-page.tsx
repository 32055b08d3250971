// Catalogues page: the list, a button that adds one from a JSON Schema file, and the selected catalogue's fields as a
// searchable tree.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CatalogueView, FieldView } from '../../../shared/contract/views.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { type PickedFile, useFilePicker } from '../../accounts/file/file-picker.tsx'
import { fieldsQuery } from '../../accounts/use-field-titles.ts'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { cx } from '../../components/classes.ts'
import { fieldTree } from '../../components/payload/field-tree.ts'
import { Badge } from '../../components/state-badge.tsx'
import { ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { SearchField } from '../../components/fields/search-field.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { Tree } from '../../components/payload/tree.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'

export function CataloguesPage(): ReactNode {
  const catalogues = useQuery(api.catalogues.list.queryOptions())
  const [chosen, setChosen] = useState<string | null>(null)
  if (catalogues.isError)
    return <ErrorState error={catalogues.error} onRetry={() => void catalogues.refetch()} />
  if (catalogues.data === undefined) return <SkeletonRows className="p-6" rows={6} />
  const shown = catalogues.data.find((one) => one.id === chosen) ?? catalogues.data[0] ?? null
  return (
    <div className="flex h-full min-h-0">
      <div className="flex w-68 shrink-0 flex-col gap-2 overflow-y-auto border-r border-line p-3">
        {catalogues.data.map((one) => (
          <CatalogueCard
            key={one.id}
            catalogue={one}
            current={one === shown}
            onChoose={() => setChosen(one.id)}
          />
        ))}
        <AddCatalogue onAdded={setChosen} />
        <p className="px-1 text-xs text-faint">{words.cataloguesHint}</p>
      </div>
      {shown !== null && <Fields key={shown.id} catalogue={shown} onRemoved={() => setChosen(null)} />}
    </div>
  )
}

function CatalogueCard(props: {
  readonly catalogue: CatalogueView
  readonly current: boolean
  readonly onChoose: () => void
}): ReactNode {
  const { catalogue, current } = props
  return (
    <button
      type="button"
      aria-pressed={current}
      onClick={props.onChoose}
      className={cx(
        'rounded-lg border p-3 text-left transition-colors duration-100',
        current ? 'border-accent bg-accent-bg' : 'border-line hover:border-control',
      )}
    >
      <span className="block font-semibold">{sentenceOf(catalogue.title)}</span>
      <span className={cx('block text-xs', current ? 'text-soft' : 'text-faint')}>
        {words.fields({ n: catalogue.fields })} · {catalogue.shipped ? words.shipped : words.own}
      </span>
    </button>
  )
}

function AddCatalogue({ onAdded }: { readonly onAdded: (id: string) => void }): ReactNode {
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: async (picked: () => Promise<PickedFile | null>) => {
      const file = await picked()
      return file === null ? null : engine.catalogues.add({ path: file.path })
    },
    onSuccess: async (added) => {
      if (added === null) return
      await client.invalidateQueries({ queryKey: api.catalogues.list.key() })
      onAdded(added.id)
    },
    onError: toast.failed,
  })
  const picker = useFilePicker({ kind: 'catalogue', label: words.addCatalogue, take: add.mutate })
  return (
    <>
      {picker.input}
      <Button icon={Plus} busy={add.isPending} className="justify-start" onClick={picker.pick}>
        {words.addCatalogue}
      </Button>
    </>
  )
}

function Fields({
  catalogue,
  onRemoved,
}: {
  readonly catalogue: CatalogueView
  readonly onRemoved: () => void
}): ReactNode {
  const fields = useQuery(fieldsQuery(catalogue.id))
  const [text, setText] = useState('')
  return (
    <section aria-label={words.fieldTree} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
        <h2 className="min-w-0 flex-1 truncate text-md font-semibold">{sentenceOf(catalogue.title)}</h2>
        {!catalogue.shipped && <RemoveCatalogue catalogue={catalogue} onRemoved={onRemoved} />}
        <SearchField label={words.searchFields} value={text} onChange={setText} className="w-60" />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        {fields.data === undefined ? (
          <SkeletonRows rows={8} className="p-3" />
        ) : (
          <div className="max-w-240">
            <Tree label={words.fieldTree} nodes={fieldTree(fields.data, text)} openAll={text.trim() !== ''}>
              {(node) => <FieldLine field={node.data} />}
            </Tree>
          </div>
        )}
      </div>
    </section>
  )
}

function RemoveCatalogue(props: {
  readonly catalogue: CatalogueView
  readonly onRemoved: () => void
}): ReactNode {
  const { catalogue } = props
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => engine.catalogues.remove({ id: catalogue.id }),
    onSuccess: async () => {
      props.onRemoved()
      await client.invalidateQueries({ queryKey: api.catalogues.list.key() })
    },
    onError: toast.failed,
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button tone="quiet" icon={Trash2} onClick={() => setAsking(true)}>
        {words.removeCatalogue}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        title={words.removeCatalogueTitle({ title: sentenceOf(catalogue.title) })}
        description={words.removeCatalogueWords}
        action={words.removeCatalogue}
        danger
        busy={remove.isPending}
      />
    </>
  )
}

function FieldLine({ field }: { readonly field: FieldView }): ReactNode {
  const group = field.kind === 'object' || field.kind === 'list'
  return (
    <span className="flex items-center gap-2 text-sm">
      <span className={cx('shrink-0', group && 'font-medium')}>{field.title}</span>
      <code className="truncate font-mono text-2xs text-faint">{field.path}</code>
      {field.required && <Badge tone="accent">{words.required}</Badge>}
      {field.sensitive && <Badge tone="warn">{words.sensitive}</Badge>}
      <span className="ml-auto max-w-1/2 shrink-0 truncate text-xs text-faint">
        {field.choices === null
          ? [words.kinds[field.kind], field.format].filter(Boolean).join(' · ')
          : field.choices.join(', ')}
      </span>
    </span>
  )
}
