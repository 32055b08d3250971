// One batch on the home page: its status, its funnel, a link to its next step, and its editable name. A batch of
// which nothing was sent can be removed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { nextStep, versionWords } from '../../accounts/batch-parts.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { CountBar } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields/field.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { toast } from '../../components/toast.tsx'
import { homeTexts as words } from '../../texts/home.ts'
import { isRebuilding } from '../../accounts/running.ts'
import { currentState } from './batch-state.ts'

export function BatchRow({ batch }: { readonly batch: BatchView }): ReactNode {
  const step = nextStep(batch)
  const removable = onTheWay(batch) + batch.states.done === 0
  return (
    <li
      data-rebuilding={isRebuilding(batch) ? '' : undefined}
      className="group relative flex h-16 items-center gap-5 border-b border-line pr-3 pl-4 last:border-0 hover:bg-head"
    >
      <FileSpreadsheet size={18} strokeWidth={1.6} aria-hidden className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <a
          href={hrefOfStep(batch.id, step)}
          className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {batch.name}
        </a>
        <p className="truncate text-xs text-faint">{factsOf(batch).join(' · ')}</p>
      </div>
      <div className="w-56 shrink-0">
        {batch.work !== null ? (
          <Progress
            label={currentState(batch)}
            done={batch.work.done}
            total={batch.work.total}
            className="mb-1.5"
          />
        ) : (
          batch.accounts > 0 && (
            <div className="mb-1.5">
              <CountBar pieces={piecesOf(batch)} height={6} />
            </div>
          )
        )}
        <p className="flex justify-between gap-3 text-xs whitespace-nowrap text-soft">
          <span className="truncate">{currentState(batch)}</span>
          {batch.accounts > 0 && (
            <span data-figure="home.accounts" className="text-faint">
              {texts.accounts({ n: batch.accounts })}
            </span>
          )}
        </p>
      </div>
      <RelativeTime at={batch.createdAt} className="w-28 shrink-0 text-right text-xs text-faint" />
      <span className="w-18 shrink-0 text-right text-sm font-medium text-accent">{texts.steps[step]}</span>
      <span className="relative flex w-14 shrink-0 justify-end opacity-0 group-hover:opacity-100 focus-within:opacity-100">
        <Rename batch={batch} />
        {removable && <Remove batch={batch} />}
      </span>
    </li>
  )
}

/** Details that the name does not contain. */
function factsOf(batch: BatchView): string[] {
  return [
    versionWords(batch),
    batch.fileName === batch.name ? null : batch.fileName,
    batch.rows === 0 ? null : words.rows({ rows: batch.rows }),
    batch.connection?.name ?? null,
    batch.supplier,
    batch.sameFileAs.length > 0 ? words.sameFile : null,
  ].filter((fact) => fact !== null)
}

function Rename({ batch }: { readonly batch: BatchView }): ReactNode {
  const [name, setName] = useState<string | null>(null)
  const client = useQueryClient()
  const rename = useMutation(
    api.batches.rename.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.batches.list.key() }),
      onError: toast.failed,
      onSettled: () => setName(null),
    }),
  )
  const next = name?.trim() ?? ''
  function keep(event: FormEvent): void {
    event.preventDefault()
    if (next !== '') rename.mutate({ batch: batch.id, name: next })
  }
  return (
    <>
      <IconButton
        icon={Pencil}
        label={words.rename({ name: batch.name })}
        onClick={() => setName(batch.name)}
      />
      <Dialog
        open={name !== null}
        onClose={() => setName(null)}
        width="small"
        title={words.renameTitle}
        actions={
          <>
            <Button onClick={() => setName(null)}>{texts.common.cancel}</Button>
            <Button
              tone="primary"
              submit
              form={`rename-${batch.id}`}
              busy={rename.isPending}
              disabled={next === ''}
            >
              {texts.common.save}
            </Button>
          </>
        }
      >
        <form id={`rename-${batch.id}`} onSubmit={keep}>
          <TextField
            label={words.name}
            value={name ?? ''}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </form>
      </Dialog>
    </>
  )
}

function Remove({ batch }: { readonly batch: BatchView }): ReactNode {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const remove = useMutation(
    api.batches.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.batches.list.key() }),
      onError: toast.failed,
      onSettled: () => setAsking(false),
    }),
  )
  return (
    <>
      <IconButton icon={Trash2} label={words.remove({ name: batch.name })} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ batch: batch.id })}
        busy={remove.isPending}
        danger
        title={words.removeTitle({ name: batch.name })}
        description={words.removeBody({ rows: batch.rows })}
        action={texts.common.remove}
      >
        <p className="text-sm text-soft">{words.removeKept}</p>
      </ConfirmDialog>
    </>
  )
}
