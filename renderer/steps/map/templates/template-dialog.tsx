// Dialog with the details of a template: its source, its versions, and how it fits this batch's file. It appears
// before the template replaces the draft.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  CircleCheck,
  Download,
  type LucideIcon,
  Minus,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FittedTemplateView, TemplateView } from '../../../../shared/contract/import/mapping.ts'
import { SharedWithTeam } from '../../../accounts/team/shared-with-team.tsx'
import { api, engine } from '../../../app/engine.ts'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../../components/overlays/dialog.tsx'
import { format } from '../../../texts/format.ts'
import { ErrorState, GroupLabel, SkeletonRows } from '../../../components/panel.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { mapTexts } from '../../../texts/load/map.ts'
import { exportTemplate } from './template-files.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

const words = mapTexts.template

export function TemplateDialog(props: {
  readonly template: TemplateView
  readonly batch: number
  readonly locked: boolean
  readonly onUse: (fitted: FittedTemplateView) => void
  readonly onClose: () => void
}): ReactNode {
  const { template, batch } = props
  const { name } = template
  const [savedAt, setSavedAt] = useState(template.savedAt)
  const fitted = useQuery(
    api.templates.fit.queryOptions({
      input: { name, batch, savedAt },
    }),
  )
  const { data } = fitted
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={name}
      actions={
        <>
          <TemplateActs name={name} onGone={props.onClose} />
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button
            tone="primary"
            disabled={props.locked || data === undefined}
            onClick={() => data !== undefined && props.onUse(data)}
          >
            {words.use}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <dl className="grid grid-cols-[88px_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5">
          <dt className="text-soft">{words.supplier}</dt>
          <dd className="truncate">{template.supplier ?? words.unknown}</dd>
          <dt className="text-soft">{words.source}</dt>
          <dd className="truncate">{template.source ?? words.unknown}</dd>
          <dt className="text-soft">{words.savedAt}</dt>
          <dd>
            <VersionChoice template={template} savedAt={savedAt} onChange={setSavedAt} />
          </dd>
          <SharedWithTeam item={{ kind: 'template', key: name }} className="text-soft" />
        </dl>
        {fitted.isError ? (
          <ErrorState error={fitted.error} />
        ) : data === undefined ? (
          <SkeletonRows rows={3} />
        ) : (
          <Differences differences={data.differences} />
        )}
        <p className="text-xs text-soft">{words.useNote}</p>
      </div>
    </Dialog>
  )
}

/** When it was saved; a choice if there are earlier versions. */
function VersionChoice(props: {
  readonly template: TemplateView
  readonly savedAt: number
  readonly onChange: (savedAt: number) => void
}): ReactNode {
  const { template } = props
  if (template.earlier.length === 0) return format.dateTime(template.savedAt)
  return (
    <Select
      label={words.version}
      value={String(props.savedAt)}
      onChange={(at) => props.onChange(Number(at))}
      choices={[
        {
          value: String(template.savedAt),
          label: `${format.dateTime(template.savedAt)} (${words.latest})`,
        },
        ...template.earlier.map((at) => ({ value: String(at), label: format.dateTime(at) })),
      ]}
      className="w-72"
    />
  )
}

type Difference = FittedTemplateView['differences'][number]
const looks: Readonly<Record<Difference['kind'], { readonly icon: LucideIcon; readonly colour: string }>> = {
  moved: { icon: ArrowLeftRight, colour: 'text-soft' },
  renamed: { icon: Pencil, colour: 'text-accent' },
  missing: { icon: Minus, colour: 'text-bad' },
  new: { icon: Plus, colour: 'text-warn' },
}

function Differences({ differences }: { readonly differences: readonly Difference[] }): ReactNode {
  if (differences.length === 0)
    return (
      <p className="flex items-center gap-2">
        <CircleCheck size={16} aria-hidden className="shrink-0 text-ok" />
        {words.same}
      </p>
    )
  return (
    <section aria-label={words.differences({ n: differences.length })}>
      <GroupLabel className="pb-1">{words.differences({ n: differences.length })}</GroupLabel>
      {/* It scrolls, and holds nothing else that the keyboard could reach. */}
      <ul
        tabIndex={0}
        aria-label={words.differences({ n: differences.length })}
        className="max-h-80 overflow-y-auto rounded-md border border-line"
      >
        {differences.map((one) => (
          <li
            key={JSON.stringify([one.kind, one.sheet, one.column, one.was])}
            className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-2 border-b border-line px-3 py-1.5 last:border-0"
          >
            <Kind kind={one.kind} />
            <div className="min-w-0">
              <p className="truncate">
                <span className="font-medium">{one.column ?? one.sheet}</span>
                {one.was !== null && one.was !== (one.column ?? one.sheet) && (
                  <span className="text-soft"> {words.was({ name: sentenceOf(one.was) })}</span>
                )}
                <span className="text-faint"> · {one.column === null ? words.wholeSheet : one.sheet}</span>
                {one.certainty === 'likely' && <span className="text-warn"> · {words.likely}</span>}
              </p>
              <p className="text-xs text-soft">{sentenceOf(one.reason)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Kind({ kind }: { readonly kind: Difference['kind'] }): ReactNode {
  const { icon: Icon, colour } = looks[kind]
  return (
    <span className={`flex h-5 items-center gap-1.5 text-xs font-medium ${colour}`}>
      <Icon size={12} aria-hidden className="shrink-0" />
      {words.kinds[kind]}
    </span>
  )
}

/** Exports the template as a file, and deletes it. */
function TemplateActs(props: { readonly name: string; readonly onGone: () => void }): ReactNode {
  const { name } = props
  const client = useQueryClient()
  const [removing, setRemoving] = useState(false)
  const save = useMutation({
    mutationFn: () => exportTemplate(name),
    onSuccess: (path) => path !== null && toast.done(words.exported({ path })),
    onError: toast.failed,
  })
  const remove = useMutation({
    mutationFn: () => engine.templates.remove({ name }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: api.templates.list.key() })
      toast.done(words.removed({ name }))
      props.onGone()
    },
    onError: toast.failed,
  })
  return (
    <div className="mr-auto flex gap-2">
      <Button tone="quiet" icon={Download} busy={save.isPending} onClick={() => save.mutate()}>
        {words.export}
      </Button>
      <Button tone="quiet" icon={Trash2} onClick={() => setRemoving(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        open={removing}
        danger
        title={words.removeTitle({ name })}
        description={words.removeBody}
        action={words.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      />
    </div>
  )
}
