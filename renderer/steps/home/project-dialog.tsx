// Dialog that opens a project file: a person chooses it, gives its passphrase if it has one, sees what it is, and says
// that it is opened here only. The passphrase is read when it is needed and kept nowhere.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type PickedFile, useFilePicker } from '../../accounts/file/file-picker.tsx'
import { api, engine } from '../../app/engine.ts'
import { forgetOpening, useOpeningProgress } from '../../app/opening.ts'
import { go, hrefOfStep } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Field, TextField } from '../../components/fields/field.tsx'
import { type SecretInput, useSecretInput } from '../../components/fields/secret-input.ts'
import { Select } from '../../components/fields/select.tsx'
import { failureOf } from '../../components/notices/failure.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Callout } from '../../components/panel.tsx'
import { texts } from '../../texts/common.ts'
import { format } from '../../texts/format.ts'
import { handoverTexts as words } from '../../texts/handover.ts'

type Found = Awaited<ReturnType<typeof engine.handover.inspect>>

export function ProjectDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [chosen, setChosen] = useState<PickedFile | null>(null)
  const [isOnly, setOnly] = useState(false)
  const [connection, setConnection] = useState<string | null>(null)
  const secret = useSecretInput()
  const opening = useOpening(chosen, secret, onClose)
  const { look, open, reset, stop } = opening
  const found = look.data ?? null
  const failure = open.error ?? look.error
  const wanted = connection ?? String(found?.connections[0]?.id ?? '')
  const choose = (file: PickedFile): void => {
    reset()
    setChosen(file)
  }
  return (
    <Dialog
      open
      onClose={() => {
        stop?.()
        onClose()
      }}
      title={words.openTitle}
      description={words.openDescription}
      actions={
        <>
          <Button onClick={stop ?? onClose}>{texts.common.cancel}</Button>
          <NextAct opening={opening} isChosen={chosen !== null} isSaid={isOnly} connection={wanted} />
        </>
      }
    >
      <div className="grid gap-3">
        <FileChoice chosen={chosen} onChoose={choose} />
        <div onInput={reset}>
          <TextField
            type="password"
            label={words.passphrase}
            optional
            hint={words.passphraseOfFile}
            {...secret.input}
          />
        </div>
        {stop !== null && <HowFar />}
        {failure !== null && <Callout tone="error">{failureOf(failure).message}</Callout>}
        {found !== null && <FoundProject found={found} connection={wanted} onConnection={setConnection} />}
        {found !== null && (
          <Checkbox label={words.onlyHere} hint={words.onlyHereHint} checked={isOnly} onChange={setOnly} />
        )}
      </div>
    </Dialog>
  )
}

/** First the file is checked, then it is opened. A batch that comes back keeps its connection. */
function NextAct(props: {
  readonly opening: ReturnType<typeof useOpening>
  readonly isChosen: boolean
  readonly isSaid: boolean
  readonly connection: string
}): ReactNode {
  const { opening, connection } = props
  const { look, open } = opening
  if (look.data === undefined || look.data === null)
    return (
      <Button tone="primary" busy={look.isPending} disabled={!props.isChosen} onClick={() => look.mutate()}>
        {words.look}
      </Button>
    )
  const given = look.data.replaces === null ? Number(connection) : undefined
  return (
    <Button
      tone="primary"
      busy={open.isPending}
      disabled={!props.isSaid || connection === ''}
      onClick={() => open.mutate(given)}
    >
      {words.openAct}
    </Button>
  )
}

function useOpening(chosen: PickedFile | null, secret: SecretInput, onClose: () => void) {
  const client = useQueryClient()
  const input = (): { readonly path: string; readonly passphrase: string | null } => ({
    path: chosen?.path ?? '',
    passphrase: secret.read() === '' ? null : secret.read(),
  })
  const under = useRef(new AbortController())
  /** What ends by Cancel has no error. */
  const cancellable = async <T,>(work: (how: { signal: AbortSignal }) => Promise<T>): Promise<T | null> => {
    const { signal } = (under.current = new AbortController())
    forgetOpening(client)
    try {
      return await work({ signal })
    } catch (error) {
      if (signal.aborted) return null
      throw error
    }
  }
  const look = useMutation({
    mutationFn: () => cancellable((how) => engine.handover.inspect(input(), how)),
  })
  const open = useMutation({
    mutationFn: (connection: number | undefined) =>
      cancellable((how) =>
        engine.handover.open(
          { ...input(), ...(connection === undefined ? {} : { connection }), onlyHere: true },
          how,
        ),
      ),
    onSuccess: async (opened) => {
      if (opened === null) return
      await client.invalidateQueries({ queryKey: api.batches.list.key() })
      onClose()
      go(hrefOfStep(opened.batch, 'report'))
    },
  })
  const reset = (): void => {
    look.reset()
    open.reset()
  }
  const stop = look.isPending || open.isPending ? () => under.current.abort() : null
  return { look, open, reset, stop }
}

function HowFar(): ReactNode {
  const now = useOpeningProgress()
  const label = now?.stage === 'reading' ? words.readingAccounts(now) : words.checking
  return (
    <div className="grid gap-1">
      <p className="text-sm text-soft">{label}</p>
      <Progress label={label} done={now?.done ?? 0} total={now?.total ?? null} />
    </div>
  )
}

function FileChoice(props: {
  readonly chosen: PickedFile | null
  readonly onChoose: (file: PickedFile) => void
}): ReactNode {
  const { chosen, onChoose } = props
  const choose = useMutation({
    mutationFn: async (picked: () => Promise<PickedFile | null>) => {
      const file = await picked()
      if (file !== null) onChoose(file)
    },
  })
  const picker = useFilePicker({ kind: 'project', label: words.choose, take: choose.mutate })
  return (
    <div className="flex items-center gap-3">
      {picker.input}
      <Button icon={FolderOpen} busy={choose.isPending} onClick={picker.pick}>
        {words.choose}
      </Button>
      {chosen !== null && (
        <span className="min-w-0 truncate font-medium">{words.chosen({ name: chosen.name })}</span>
      )}
    </div>
  )
}

function FoundProject(props: {
  readonly found: Found
  readonly connection: string
  readonly onConnection: (connection: string) => void
}): ReactNode {
  const { project, replaces, connections } = props.found
  const { name, accounts, at, operator } = project
  return (
    <div className="grid gap-3">
      <p>
        <span className="font-medium">
          {words.found({ name, accounts, at: format.dateTime(at), operator })}
        </span>
        {replaces !== null && <span className="block text-soft">{words.returns}</span>}
      </p>
      {connections.length === 0 ? (
        <Callout tone="warning">{words.noConnection({ address: project.connection.address })}</Callout>
      ) : (
        replaces === null && (
          <Field label={words.connection}>
            {({ id }) => (
              <Select
                id={id}
                label={words.connection}
                value={props.connection}
                choices={connections.map((one) => ({ value: String(one.id), label: one.name }))}
                onChange={props.onConnection}
              />
            )}
          </Field>
        )
      )}
    </div>
  )
}
