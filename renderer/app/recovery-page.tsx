// Page that replaces the whole window while no data folder can be opened. It explains what happened, what is safe,
// and offers recovery actions. After a successful action the engine's calls work again and the normal window appears.
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, DatabaseBackup, FolderCheck, FolderOpen, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { RecoveryState } from '../../shared/contract/contract.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog, Dialog } from '../components/overlays/dialog.tsx'
import { TextField } from '../components/fields/field.tsx'
import { format } from '../texts/format.ts'
import { Callout, Panel } from '../components/panel.tsx'
import { RelativeTime } from '../components/text/relative-time.tsx'
import { api } from './engine.ts'
import { failureOf } from '../components/notices/failure.ts'
import { recoveryTexts as words } from '../texts/recovery.ts'
import { texts } from '../texts/common.ts'
import { setTitle } from './title.ts'
import { UnlockForm } from './unlock-form.tsx'
import { sentenceOf } from '../../shared/texts/message.ts'

/** Hidden if the error's message only repeats the page's text. */
const saysAll: ReadonlySet<RecoveryState['kind']> = new Set([
  'in_use',
  'newer',
  'foreign',
  'copied',
  'locked',
])

type Backup = RecoveryState['backups'][number]

export function RecoveryPage({ state }: { readonly state: RecoveryState }): ReactNode {
  const [chosen, setChosen] = useState<Backup | null>(null)
  const [isNaming, setNaming] = useState(false)
  const [isRetiring, setRetiring] = useState(false)
  const { restore, again, retire, failure, isBusy } = useRecovery()
  useEffect(() => {
    setTitle(`${words.titles[state.kind]} · ${texts.product}`)
    return () => setTitle(texts.product)
  }, [state.kind])
  return (
    <main className="h-full overflow-y-auto bg-pane">
      <div className="mx-auto grid max-w-180 gap-5 px-6 py-10">
        <WhatHappened state={state} />
        <Facts state={state} />
        {failure !== null && !isBusy && <Callout tone="error">{failure}</Callout>}
        {state.kind === 'locked' && <UnlockForm />}
        {state.kind === 'damaged' && (
          <Backups backups={state.backups} isBusy={isBusy} onRestore={setChosen} />
        )}
        <Ways
          state={state}
          isBusy={isBusy}
          isRetiring={retire.isPending}
          isTrying={again.isPending}
          onRetire={() => setRetiring(true)}
          onAgain={() => {
            restore.reset()
            again.mutate(undefined)
          }}
          onAnother={() => setNaming(true)}
        />
      </div>
      <RestoreDialog
        backup={chosen}
        onClose={() => setChosen(null)}
        onConfirm={({ name }) => {
          again.reset()
          restore.mutate({ backup: name })
          setChosen(null)
        }}
      />
      <RetireDialog
        open={isRetiring}
        folder={state.folder}
        onClose={() => setRetiring(false)}
        onConfirm={() => {
          again.reset()
          retire.mutate(undefined)
          setRetiring(false)
        }}
      />
      {isNaming && <AnotherFolder state={state} onClose={() => setNaming(false)} />}
    </main>
  )
}

/** The ways out, and why the last one failed. */
function useRecovery() {
  const client = useQueryClient()
  const after = {
    // The cause may have changed meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: api.recovery.state.key() }),
  }
  const restore = useMutation(api.recovery.restore.mutationOptions(after))
  const again = useMutation(api.recovery.tryAgain.mutationOptions(after))
  const retire = useMutation(api.recovery.retireOriginal.mutationOptions(after))
  const failure = refusalOf(restore.error) ?? refusalOf(again.error) ?? refusalOf(retire.error)
  return { restore, again, retire, failure, isBusy: restore.isPending || again.isPending || retire.isPending }
}

function WhatHappened({ state }: { readonly state: RecoveryState }): ReactNode {
  return (
    <header className="flex gap-3">
      <div className="grid size-10 shrink-0 place-items-center rounded-lg bg-bad-bg text-bad">
        <CircleAlert size={20} strokeWidth={1.6} aria-hidden />
      </div>
      <div className="grid gap-1.5">
        <h1 className="text-lg font-semibold">{words.titles[state.kind]}</h1>
        <p className="text-soft">{words.bodies[state.kind]}</p>
        {state.kind === 'damaged' && (
          <p className="text-soft">
            {state.whileOpen ? words.damagedOpen : words.damagedBefore} {words.kept}
          </p>
        )}
      </div>
    </header>
  )
}

function Facts({ state }: { readonly state: RecoveryState }): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-lg border border-line bg-head px-4 py-3 text-sm">
      <dt className="text-faint">{words.folder}</dt>
      <dd className="break-all">{state.folder}</dd>
      {state.original !== null && (
        <>
          <dt className="text-faint">{words.original}</dt>
          <dd className="wrap-anywhere">{sentenceOf(state.original)}</dd>
        </>
      )}
      {!saysAll.has(state.kind) && (
        <>
          <dt className="text-faint">{words.details}</dt>
          <dd className="wrap-anywhere">{sentenceOf(state.message)}</dd>
        </>
      )}
    </dl>
  )
}

/** The buttons: use the copy as the original, try again, use another folder. */
function Ways(props: {
  readonly state: RecoveryState
  readonly isBusy: boolean
  readonly isRetiring: boolean
  readonly isTrying: boolean
  readonly onRetire: () => void
  readonly onAgain: () => void
  readonly onAnother: () => void
}): ReactNode {
  const { isBusy } = props
  return (
    <div className="flex flex-wrap gap-2">
      {props.state.kind === 'copied' && (
        <Button
          icon={FolderCheck}
          tone="primary"
          busy={props.isRetiring}
          disabled={isBusy}
          onClick={props.onRetire}
        >
          {words.retire}
        </Button>
      )}
      <Button icon={RotateCw} busy={props.isTrying} disabled={isBusy} onClick={props.onAgain}>
        {words.tryAgain}
      </Button>
      <Button icon={FolderOpen} disabled={isBusy} onClick={props.onAnother}>
        {words.another}
      </Button>
    </div>
  )
}

function RestoreDialog(props: {
  /** Null: closed. */
  readonly backup: Backup | null
  readonly onClose: () => void
  readonly onConfirm: (backup: Backup) => void
}): ReactNode {
  const { backup, onConfirm } = props
  return (
    <ConfirmDialog
      open={backup !== null}
      onClose={props.onClose}
      title={words.askTitle}
      description={backup === null ? undefined : format.dateTime(backup.at)}
      action={words.restore}
      onConfirm={() => backup !== null && onConfirm(backup)}
    >
      <div className="grid gap-2">
        <p>{words.askMeaning}</p>
        <p className="text-soft">{words.askLost}</p>
      </div>
    </ConfirmDialog>
  )
}

function RetireDialog(props: {
  readonly open: boolean
  readonly folder: string
  readonly onClose: () => void
  readonly onConfirm: () => void
}): ReactNode {
  return (
    <ConfirmDialog
      open={props.open}
      onClose={props.onClose}
      title={words.retireTitle}
      description={props.folder}
      action={words.retireAction}
      onConfirm={props.onConfirm}
    >
      <div className="grid gap-2">
        <p>{words.retireMeaning}</p>
        <p className="text-soft">{words.retireLookup}</p>
      </div>
    </ConfirmDialog>
  )
}

function Backups(props: {
  readonly backups: readonly Backup[]
  readonly isBusy: boolean
  readonly onRestore: (backup: Backup) => void
}): ReactNode {
  if (props.backups.length === 0) return <Callout tone="warning">{words.noBackups}</Callout>
  return (
    <Panel title={words.backups} description={words.backupsHow}>
      <ul className="divide-y divide-line border-t border-line">
        {props.backups.map((backup, index) => (
          <li key={backup.name} className="flex items-center gap-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium first-letter:uppercase">
                <RelativeTime at={backup.at} />
                {index === 0 && <span className="ml-2 text-xs font-normal text-faint">{words.newest}</span>}
              </p>
              <p className="text-xs text-soft">
                {[
                  format.dateTime(backup.at),
                  format.bytes(backup.bytes),
                  backup.holds === null ? words.unreadable : words.holds(backup.holds),
                ].join(' · ')}
              </p>
            </div>
            <Button
              icon={DatabaseBackup}
              tone={index === 0 ? 'primary' : 'plain'}
              disabled={props.isBusy || backup.holds === null}
              aria-label={words.restoreOf({ when: format.dateTime(backup.at) })}
              onClick={() => props.onRestore(backup)}
            >
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function AnotherFolder({
  state,
  onClose,
}: {
  readonly state: RecoveryState
  readonly onClose: () => void
}): ReactNode {
  const [name, setName] = useState(state.freeName)
  const open = useMutation(api.recovery.useFolder.mutationOptions())
  const wrong = open.error instanceof ORPCError && open.error.code === 'BAD_REQUEST'
  const error = wrong ? words.anotherWrong : (refusalOf(open.error) ?? undefined)
  const submit = (): void => {
    if (name.trim() !== '') open.mutate({ name })
  }
  return (
    <Dialog
      open
      onClose={() => open.isPending || onClose()}
      title={words.another}
      description={words.anotherHow({ place: state.besideIn })}
      actions={
        <>
          <Button onClick={onClose} disabled={open.isPending}>
            {texts.common.cancel}
          </Button>
          <Button tone="primary" busy={open.isPending} disabled={name.trim() === ''} onClick={submit}>
            {words.anotherOpen}
          </Button>
        </>
      }
    >
      <TextField
        label={words.anotherName}
        hint={words.anotherOnce}
        error={error}
        value={name}
        onChange={(event) => {
          open.reset()
          setName(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit()
        }}
      />
    </Dialog>
  )
}

/** If the link is lost, the step has worked: the window returns with the engine. */
function refusalOf(error: unknown): string | null {
  if (error === null) return null
  const { code, message } = failureOf(error)
  return code === 'link_lost' ? null : message
}
