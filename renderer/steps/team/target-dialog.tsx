// Dialog that loads a target: for which connection and supplier, and the keys, from a file or pasted. Closing it before the
// end leaves the target as it was.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { TargetLoadEvent } from '../../../shared/contract/team/board.ts'
import { keysIn, mostKeys } from '../../../shared/fixing/pasted-keys.ts'
import { type PickedFile, useFilePicker } from '../../accounts/file/file-picker.tsx'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { cx } from '../../components/classes.ts'
import { Field, inputClass, TextField } from '../../components/fields/field.tsx'
import { Select } from '../../components/fields/select.tsx'
import { failureOf } from '../../components/notices/failure.ts'
import { toast } from '../../components/notices/toast.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Callout } from '../../components/panel.tsx'
import { texts } from '../../texts/common.ts'
import { teamTexts } from '../../texts/team.ts'

const words = teamTexts.target

type Input = Parameters<typeof engine.team.loadTarget>[0]
type Done = Extract<TargetLoadEvent, { kind: 'done' }>

export function TargetDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const connections = useQuery(api.connections.list.queryOptions()).data
  const [chosen, setChosen] = useState<string | null>(null)
  const [supplier, setSupplier] = useState('')
  const [column, setColumn] = useState('')
  const [file, setFile] = useState<PickedFile | null>(null)
  const [text, setText] = useState('')
  const { keys } = useMemo(() => keysIn(text), [text])
  const load = useLoad(onClose)
  const connection = chosen ?? String(connections?.[0]?.id ?? '')
  const source = file === null ? { keys: [...keys] } : file
  const isReady = file !== null || (keys.length > 0 && keys.length <= mostKeys)
  return (
    <Dialog
      open
      onClose={() => {
        load.stop()
        onClose()
      }}
      title={words.title}
      description={words.intro}
      actions={
        <>
          <Button
            onClick={() => {
              load.stop()
              onClose()
            }}
          >
            {texts.common.cancel}
          </Button>
          <Button
            tone="primary"
            busy={load.event !== null}
            whyOff={connection === '' ? words.noConnection : isReady ? null : words.missing}
            onClick={() =>
              load.start({
                connection: Number(connection),
                supplier: supplier.trim(),
                source,
                ...(column.trim() === '' ? {} : { column: column.trim() }),
              })
            }
          >
            {words.start}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {load.error !== null && <Callout tone="error">{failureOf(load.error).message}</Callout>}
        <Field label={words.connection}>
          {({ id }) => (
            <Select
              id={id}
              label={words.connection}
              value={connection}
              choices={(connections ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
              onChange={setChosen}
            />
          )}
        </Field>
        <TextField
          label={words.supplier}
          hint={words.supplierHint}
          value={supplier}
          maxLength={400}
          onChange={(event) => setSupplier(event.target.value)}
        />
        <FileChoice file={file} onFile={setFile} />
        {file === null ? (
          <PastedKeys text={text} keys={keys.length} onText={setText} />
        ) : (
          <TextField
            label={words.column}
            hint={words.columnHint}
            value={column}
            onChange={(event) => setColumn(event.target.value)}
          />
        )}
        {load.event !== null && <Loading event={load.event} />}
      </div>
    </Dialog>
  )
}

function FileChoice(props: {
  readonly file: PickedFile | null
  readonly onFile: (file: PickedFile) => void
}): ReactNode {
  const { file, onFile } = props
  const [error, setError] = useState<unknown>(null)
  async function choose(picked: () => Promise<PickedFile | null>): Promise<void> {
    try {
      const taken = await picked()
      setError(null)
      if (taken !== null) onFile(taken)
    } catch (failure) {
      setError(failure)
    }
  }
  const picker = useFilePicker({
    kind: 'spreadsheet',
    label: words.fileLabel,
    take: (picked) => void choose(picked),
  })
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3">
        <Button icon={FolderOpen} onClick={picker.pick}>
          {words.file}
        </Button>
        <span className={cx('min-w-0 truncate', file === null ? 'text-soft' : 'font-medium')}>
          {file === null ? words.fileHint : file.name}
        </span>
        {picker.input}
      </div>
      {error !== null && <Callout tone="error">{failureOf(error).message}</Callout>}
    </div>
  )
}

function PastedKeys(props: {
  readonly text: string
  readonly keys: number
  readonly onText: (text: string) => void
}): ReactNode {
  const { keys } = props
  return (
    <Field
      label={words.pasted}
      hint={words.pastedHint({ keys, most: mostKeys })}
      error={keys > mostKeys ? words.tooMany({ keys, most: mostKeys }) : undefined}
    >
      {(control) => (
        <textarea
          {...control}
          rows={5}
          value={props.text}
          spellCheck={false}
          onChange={(event) => props.onText(event.target.value)}
          className={cx(inputClass, 'h-auto resize-none py-1.5 font-mono text-xs')}
        />
      )}
    </Field>
  )
}

function Loading({ event }: { readonly event: Extract<TargetLoadEvent, { kind: 'progress' }> }): ReactNode {
  const { keys, bytes, bytesTotal } = event
  return (
    <div className="grid gap-1">
      <Progress label={words.loading} done={bytes} total={bytesTotal === 0 ? null : bytesTotal} />
      <p className="text-xs text-soft tabular-nums">{words.loadingKeys({ keys })}</p>
    </div>
  )
}

/** Loads until the end, or until it is stopped. */
function useLoad(onDone: () => void) {
  const client = useQueryClient()
  const [event, setEvent] = useState<Extract<TargetLoadEvent, { kind: 'progress' }> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  async function run(input: Input, signal: AbortSignal): Promise<void> {
    try {
      for await (const one of await engine.team.loadTarget(input, { signal })) {
        if (signal.aborted) return
        if (one.kind === 'progress') setEvent(one)
        else {
          await client.invalidateQueries({ queryKey: api.team.board.key() })
          toast.done(resultWords(one))
          onDone()
        }
      }
    } catch (failure) {
      if (!signal.aborted) setError(failure)
    } finally {
      if (!signal.aborted) setEvent(null)
    }
  }
  return {
    event,
    error,
    start(input: Input): void {
      running.current = new AbortController()
      setError(null)
      setEvent({ kind: 'progress', keys: 0, bytes: 0, bytesTotal: 0 })
      void run(input, running.current.signal)
    },
    stop: () => running.current?.abort(),
  }
}

function resultWords({ column, ...counts }: Done): string {
  return words.result({ ...counts, column: column ?? '', hasColumn: column === null ? 'no' : 'yes' })
}
