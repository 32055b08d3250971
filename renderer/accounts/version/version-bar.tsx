// Toolbar of the version review: the files compared, and the buttons compare again, merge and undo merge.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, GitMerge, RefreshCw, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { VersionView } from '../../../shared/contract/fixing/versions.ts'
import { api, engine } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { ConfirmDialog, Dialog } from '../../components/overlays/dialog.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { type Comparing, useMerging } from './use-version.ts'
import { versionTexts as words } from '../../texts/load/version.ts'

export function VersionBar(props: {
  readonly batch: BatchView
  readonly view: VersionView
  readonly comparing: Comparing
}): ReactNode {
  const { batch, view, comparing } = props
  const { version, comparison } = view
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      <LinkButton tone="quiet" icon={ArrowLeft} href={hrefOfStep(batch.id, 'load')}>
        {words.toFile}
      </LinkButton>
      <h1 className="min-w-0 truncate text-md font-semibold">
        {words.title({ number: version.number, before: version.number - 1 })}{' '}
        {view.earlier !== null && (
          <a
            href={hrefOfStep(view.earlier.id, 'fix')}
            className="font-normal text-soft underline decoration-edge underline-offset-2 hover:decoration-text"
          >
            {words.of({ name: view.earlier.name })}
          </a>
        )}
      </h1>
      {comparison !== null && version.merge === 'none' && (
        <span className="text-xs text-faint">
          {comparison.stale ? words.stale : <RelativeTime at={comparison.at} />}
        </span>
      )}
      <span className="ml-auto flex items-center gap-2">
        {version.merge === 'none' ? (
          <>
            <StandAlone batch={batch} view={view} />
            <Button
              icon={RefreshCw}
              busy={comparing.now !== null}
              disabled={view.earlier?.open !== true || batch.stage !== 'open'}
              onClick={comparing.start}
            >
              {comparison === null ? words.compare : words.compareAgain}
            </Button>
            <Merge batch={batch} view={view} busy={comparing.now !== null} />
          </>
        ) : (
          <>
            {view.canUndo && version.merge === 'merged' && <Revert batch={batch} />}
            <LinkButton tone="primary" href={hrefOfStep(batch.id, 'fix')}>
              {words.toFix}
              <ArrowRight size={14} aria-hidden />
            </LinkButton>
          </>
        )}
      </span>
    </header>
  )
}

function Merge(props: {
  readonly batch: BatchView
  readonly view: VersionView
  readonly busy: boolean
}): ReactNode {
  const { batch, view } = props
  const { comparison } = view
  const [asking, setAsking] = useState(false)
  const merging = useMerging(batch)
  const open = comparison?.open ?? 0
  return (
    <>
      {open > 0 && <span className="text-xs text-warn">{words.open({ n: open })}</span>}
      <Button
        tone="primary"
        icon={GitMerge}
        busy={merging.busy}
        disabled={comparison === null || open > 0 || props.busy}
        onClick={() => setAsking(true)}
      >
        {words.merge}
      </Button>
      <MergeDialog
        view={view}
        open={asking}
        onClose={() => setAsking(false)}
        onMerge={(holdGone) => {
          setAsking(false)
          merging.merge(holdGone)
        }}
      />
    </>
  )
}

function MergeDialog(props: {
  readonly view: VersionView
  readonly open: boolean
  readonly onClose: () => void
  readonly onMerge: (holdGone: boolean) => void
}): ReactNode {
  const { version, comparison, currentState, earlier } = props.view
  const [holdGone, setHoldGone] = useState(true)
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      width="small"
      title={words.mergeTitle({ number: version.number })}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" icon={GitMerge} onClick={() => props.onMerge(holdGone)}>
            {words.merge}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{words.mergeBody({ carried: comparison?.toLay ?? 0, there: currentState.there })}</p>
        {earlier !== null && currentState.unsent > 0 && (
          <p>{words.replaced({ n: currentState.unsent, name: earlier.name })}</p>
        )}
        <Checkbox
          label={words.holdGone}
          hint={words.holdGoneHint({ n: comparison?.found.gone ?? 0 })}
          checked={holdGone}
          onChange={setHoldGone}
        />
      </div>
    </Dialog>
  )
}

function Revert({ batch }: { readonly batch: BatchView }): ReactNode {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const undo = useMutation({
    mutationFn: () => engine.versions.undo({ batch: batch.id }),
    onError: toast.failed,
    onSuccess: () => toast.done(words.undone),
    onSettled: () => {
      setAsking(false)
      void client.invalidateQueries({ queryKey: api.versions.key() })
    },
  })
  return (
    <>
      <Button icon={Undo2} busy={undo.isPending} onClick={() => setAsking(true)}>
        {words.undo}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => undo.mutate()}
        busy={undo.isPending}
        title={words.undoTitle}
        description={words.undoBody}
        action={words.undo}
      />
    </>
  )
}

function StandAlone({ batch, view }: { readonly batch: BatchView; readonly view: VersionView }): ReactNode {
  const [asking, setAsking] = useState(false)
  const alone = useMutation({
    mutationFn: () => engine.versions.standAlone({ batch: batch.id }),
    onError: toast.failed,
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button tone="quiet" disabled={view.earlier === null} onClick={() => setAsking(true)}>
        {words.alone}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => alone.mutate()}
        busy={alone.isPending}
        title={words.aloneTitle}
        description={words.aloneBody}
        action={words.alone}
      />
    </>
  )
}
