// Opening a spreadsheet as a batch: picked or dropped, handed to the engine with progress, then read in the background
// while the Load step already shows it. Remembers, for this page's life, which path a batch was read from, so that it
// can be read again in another way.
import { useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { format } from '../parts/format.ts'
import { Progress } from '../parts/progress.tsx'
import { toast } from '../parts/toast.tsx'
import { api, engine, failureOf } from './engine.ts'
import { accepted, hasNativeDialogs, pathForEngine, pickPath, type Upload } from './files.ts'
import { go, hrefOfStep } from './route.ts'
import { texts } from './texts.ts'

const paths = new Map<number, string>()

export function pathOfBatch(batch: number): string | null {
  return paths.get(batch) ?? null
}

export type ReadAs = {
  readonly encoding?: string
  readonly delimiter?: string
  readonly headerRow?: number
  readonly sheet?: string
  readonly name?: string
}

/** Begins reading; answers the batch at once. */
export async function openBatch(path: string, as: ReadAs = {}): Promise<number> {
  const { batch } = await engine.batches.open({ path, ...as })
  paths.set(batch, path)
  return batch
}

export type OpenFile = {
  readonly upload: (Upload & { readonly name: string }) | null
  readonly take: (file: File) => void
  readonly pick: () => void
  readonly cancel: () => void
  /** The hidden input of the browser's own picker; render it once. */
  readonly input: ReactNode
}

/** `after`: what happens with the path; by default a batch is opened and shown. */
export function useOpenFile(after?: (path: string) => Promise<void>): OpenFile {
  const client = useQueryClient()
  const [upload, setUpload] = useState<OpenFile['upload']>(null)
  const stop = useRef<AbortController | null>(null)
  const chooser = useRef<HTMLInputElement>(null)

  const use = useCallback(
    async (path: string): Promise<void> => {
      if (after !== undefined) return after(path)
      const batch = await openBatch(path)
      await client.invalidateQueries({ queryKey: api.batches.list.key() })
      go(hrefOfStep(batch, 'load'))
    },
    [after, client],
  )
  const takeAll = useCallback(
    async (file: File): Promise<void> => {
      const controller = new AbortController()
      stop.current = controller
      setUpload({ name: file.name, sent: 0, total: file.size })
      try {
        const onProgress = (now: Upload): void => setUpload({ name: file.name, ...now })
        await use(await pathForEngine(file, { onProgress, signal: controller.signal }))
      } catch (error) {
        const failure = failureOf(error)
        if (failure.code === 'upload_cancelled') toast.notice('info', failure.message)
        else toast.failed(error)
      } finally {
        setUpload(null)
      }
    },
    [use],
  )
  const take = useCallback((file: File) => void takeAll(file), [takeAll])
  const pick = useCallback(() => {
    if (!hasNativeDialogs) return chooser.current?.click()
    void pickPath('spreadsheet')
      .then((path) => (path === null ? undefined : use(path)))
      .catch(toast.failed)
  }, [use])
  return {
    upload,
    take,
    pick,
    cancel: () => stop.current?.abort(),
    input: (
      <input
        ref={chooser}
        type="file"
        accept={accepted.spreadsheet}
        aria-label={texts.open.choose}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) take(file)
        }}
      />
    ),
  }
}

/** A page on which a file may be dropped anywhere. */
export function FileDrop(props: {
  readonly open: OpenFile
  readonly className?: string
  readonly children: ReactNode
}): ReactNode {
  const [over, setOver] = useState(0)
  const hasFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return (
    <div
      className={props.className}
      onDragEnter={(event) => hasFile(event) && setOver((depth) => depth + 1)}
      onDragLeave={(event) => hasFile(event) && setOver((depth) => Math.max(0, depth - 1))}
      onDragOver={(event) => hasFile(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setOver(0)
        const file = event.dataTransfer.files[0]
        if (file !== undefined) props.open.take(file)
      }}
    >
      {props.open.input}
      {props.children}
      {over > 0 && (
        <div className="pointer-events-none absolute inset-3 z-30 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-accent-bg/95">
          <p className="flex items-center gap-3 text-lg font-semibold text-accent">
            <FileSpreadsheet size={24} aria-hidden />
            {texts.open.dropHere}
          </p>
        </div>
      )}
      {props.open.upload !== null && <Uploading open={props.open} upload={props.open.upload} />}
    </div>
  )
}

function Uploading(props: {
  readonly open: OpenFile
  readonly upload: NonNullable<OpenFile['upload']>
}): ReactNode {
  const { name, sent, total } = props.upload
  return (
    <div className="absolute inset-x-0 bottom-4 z-30 mx-auto w-100 rounded-lg bg-raised p-3 shadow-lift">
      <p className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{texts.open.taking(name)}</span>
        <Button size="small" onClick={props.open.cancel}>
          {texts.common.cancel}
        </Button>
      </p>
      <Progress label={texts.open.taking(name)} done={sent} total={total} className="my-2" />
      <p className="text-xs text-faint">{texts.work.of(format.bytes(sent), format.bytes(total))}</p>
    </div>
  )
}
