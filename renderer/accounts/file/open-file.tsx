// Hook that opens spreadsheets as a new batch. They are picked or dropped, also several at once, and passed to the
// engine with progress; it reads them in the background while the Load step already shows them. For the repaired fix file
// of a batch it is asked first what to do with it. A file that cannot be read can be read with other settings or replaced.
// One upload runs at a time. It continues if the user leaves the page; its end is then reported without navigation.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import type { EncodingCandidate } from '../../../shared/sheet/sheet.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { format } from '../../texts/format.ts'
import { unbroken } from '../../components/text/shown-text.ts'
import { Callout } from '../../components/panel.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { api, engine } from '../../app/engine.ts'
import { failureOf } from '../../components/notices/failure.ts'
import { hasNativeDialogs, pathForEngine, pickPath, pickPaths, type Upload } from '../../app/host/files.ts'
import { FileInput } from './file-picker.tsx'
import { isAboutBatch, isDelimitedName, type ReadAs, readsOtherwise } from './read-as.ts'
import { type Repairs, repairsIn } from './repairs.ts'
import { createPageCode, usePageCode } from '../../components/page-code.ts'
import { go, hrefOfStep, placeNow } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'

const repairsOffer = createPageCode(async () => (await import('./repairs-offer.tsx')).RepairsOffer)
const readAsDialog = createPageCode(async () => (await import('./read-as-dialog.tsx')).ReadAsDialog)

export type FileAs = { readonly path: string; readonly as: ReadAs }

export type Refused = {
  /** All files that were to be opened, with their options. */
  readonly files: readonly FileAs[]
  /** The position of the one that cannot be read. */
  readonly at: number
  readonly name: string
  readonly code: string
  readonly message: string
  /** Sample lines in each possible encoding, if the encoding is ambiguous. */
  readonly candidates: readonly EncodingCandidate[]
  /** Reading options that were tried. */
  readonly as: ReadAs
}

export type OpenFile = {
  readonly upload: (Upload & { readonly name: string }) | null
  readonly take: (files: readonly File[]) => void
  readonly pick: () => void
  readonly cancel: () => void
  /** A file that could not be opened; other reading options may work. */
  readonly refused: Refused | null
  readonly readAgain: (as: ReadAs) => void
  /** The failed file is being tried again. */
  readonly trying: boolean
  readonly giveUp: () => void
  /** A repaired fix file that was given: its repairs are applied, or it is opened as any other file. */
  readonly repairs: Repairs | null
  readonly openAnyway: () => void
  /** The hidden input of the browser's own picker; render it once. */
  readonly input: ReactNode
}

/**
 * Shows the new batch: navigates at once if the user is still on the starting page, else shows a message with a link.
 */
export type Arrive = (href: string) => void

function arriving(place: string, name: string): Arrive {
  return (href) => {
    if (placeNow() === place) return go(href)
    const act = { label: texts.open.show, run: () => go(href) }
    toast.notice('info', texts.open.isOpen({ name }), { act })
  }
}

/** `anyway`: also a fix file becomes a batch of its own. */
type OpenFiles = (files: readonly FileAs[], place?: string, anyway?: boolean) => Promise<void>

const asFound = (path: string): FileAs => ({ path, as: {} })

/** What happens with the files; by default a batch is opened and shown. */
type After = (files: readonly FileAs[], arrive: Arrive) => Promise<void>

type Options = {
  /** Whether more than one file may be chosen. */
  readonly several?: boolean
  /** For `after`: a file that it refuses can be read with other settings; else its error is shown as a message. */
  readonly asks?: boolean
  /** The position of the first of these files among those of its batch. */
  readonly first?: number
}

export function useOpenFile(after?: After, options: Options = {}): OpenFile {
  const { several = true } = options
  const [refused, setRefused] = useState<Refused | null>(null)
  const [trying, setTrying] = useState(false)
  const [repairs, setRepairs] = useState<Repairs | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const openFiles = useOpenFiles(after, setRefused, options, setRepairs)
  const { upload, take, cancel } = useUpload(openFiles, several)
  const pick = useCallback(() => {
    if (!hasNativeDialogs) return chooser.current?.click()
    const picking = several
      ? pickPaths('spreadsheet')
      : pickPath('spreadsheet').then((path) => (path === null ? [] : [path]))
    void picking
      .then((paths) => (paths.length === 0 ? undefined : openFiles(paths.map(asFound))))
      .catch(toast.failed)
  }, [openFiles, several])
  return {
    upload,
    take,
    pick,
    cancel,
    refused,
    readAgain: (as) => {
      if (refused === null) return
      setTrying(true)
      void openFiles(refused.files.map((file, at) => (at === refused.at ? { ...file, as } : file)))
        .catch(toast.failed)
        .finally(() => setTrying(false))
    },
    trying,
    giveUp() {
      setRefused(null)
      setRepairs(null)
    },
    repairs,
    openAnyway() {
      setRepairs(null)
      if (repairs !== null)
        void openFiles([{ path: repairs.path, as: {} }], placeNow(), true).catch(toast.failed)
    },
    input: (
      <FileInput
        chooser={chooser}
        kind="spreadsheet"
        label={texts.open.choose}
        several={several}
        onFiles={take}
      />
    ),
  }
}

/** Opens files as a new batch. One that cannot be read is refused, as long as its page is still shown. */
function useOpenFiles(
  after: After | undefined,
  setRefused: (refused: Refused | null) => void,
  { asks = after === undefined, first: before = 0 }: Options,
  setRepairs: (repairs: Repairs) => void,
): OpenFiles {
  const client = useQueryClient()
  return useCallback(
    async (files, place = placeNow(), anyway = false) => {
      const [first] = files
      if (first === undefined) return
      const repairs =
        after !== undefined || anyway || files.length > 1
          ? null
          : await repairsIn(first.path, nameOf(first.path))
      if (repairs !== null && placeNow() === place) return setRepairs(repairs)
      const arrive = arriving(place, nameOf(first.path))
      try {
        if (after === undefined) arrive(hrefOfStep(await openBatch(client, files), 'load'))
        else await after(files, arrive)
        setRefused(null)
      } catch (error) {
        const { code, message, candidates = [], file = before } = failureOf(error)
        const at = file - before
        const refused = files[at]
        if (!asks || refused === undefined || isNoRefusal(code)) throw error
        const { path, as } = refused
        const name = nameOf(path)
        if (placeNow() === place) setRefused({ files, at, name, code, message, candidates, as })
        else toast.notice('error', texts.open.cannot({ name }), { description: message })
      }
    },
    [after, asks, before, client, setRefused, setRepairs],
  )
}

function isNoRefusal(code: string): boolean {
  return code === 'link_lost' || code === 'unexpected' || isAboutBatch(code)
}

async function openBatch(client: QueryClient, files: readonly FileAs[]): Promise<number> {
  const [first, ...also] = files.map(({ path, as }) => ({ path, ...as }))
  if (first === undefined) throw new Error('There is no file to open')
  const { batch } = await engine.batches.open({ ...first, also })
  await client.invalidateQueries({ queryKey: api.batches.list.key() })
  return batch
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

/** Passes files to the engine, one after the other, and opens them together. */
function useUpload(openFiles: OpenFiles, several: boolean): Pick<OpenFile, 'upload' | 'take' | 'cancel'> {
  const [upload, setUpload] = useState<OpenFile['upload']>(null)
  const stop = useRef<AbortController | null>(null)
  const takeAll = useCallback(
    async (files: readonly File[]): Promise<void> => {
      if (stop.current !== null) return toast.notice('info', texts.open.oneAtATime)
      const controller = new AbortController()
      stop.current = controller
      const place = placeNow()
      let about: string | null = null
      try {
        const paths: string[] = []
        for (const file of files) {
          about = file.name
          setUpload({ name: file.name, sent: 0, total: file.size })
          const onProgress = (now: Upload): void => setUpload({ name: file.name, ...now })
          paths.push(await pathForEngine(file, { onProgress, signal: controller.signal }))
        }
        if (files.length > 1) about = null
        await openFiles(paths.map(asFound), place)
      } catch (error) {
        const { code, message } = failureOf(error)
        if (code === 'upload_cancelled') toast.notice('info', message)
        else if (about === null) toast.failed(error)
        else toast.notice('error', about, { description: message })
      } finally {
        stop.current = null
        setUpload(null)
      }
    },
    [openFiles],
  )
  const take = useCallback(
    (files: readonly File[]) => {
      const taken = several ? files : files.slice(0, 1)
      if (taken.length > 0) void takeAll(taken)
    },
    [takeAll, several],
  )
  return { upload, take, cancel: () => stop.current?.abort() }
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
        props.open.take([...event.dataTransfer.files])
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
      {props.open.repairs !== null && <GivenRepairs open={props.open} repairs={props.open.repairs} />}
      {props.open.refused !== null && <RefusedFile open={props.open} refused={props.open.refused} />}
      {props.open.upload !== null && <Uploading open={props.open} upload={props.open.upload} />}
    </div>
  )
}

export function RefusedFile({
  open,
  refused,
}: {
  readonly open: OpenFile
  readonly refused: Refused
}): ReactNode {
  const another = (
    <Button
      onClick={() => {
        open.giveUp()
        open.pick()
      }}
    >
      {texts.open.another}
    </Button>
  )
  if (readsOtherwise(refused.code)) return <OtherReading open={open} refused={refused} another={another} />
  return (
    <Dialog
      open
      onClose={open.giveUp}
      width="small"
      title={texts.open.cannot({ name: refused.name })}
      description={texts.open.nothingLoaded}
      actions={another}
    >
      <Callout tone="warning">
        <p className="wrap-break-word">{unbroken(refused.message)}</p>
      </Callout>
    </Dialog>
  )
}

/** Nothing until the dialog's code is here. */
function GivenRepairs({ open, repairs }: { readonly open: OpenFile; readonly repairs: Repairs }): ReactNode {
  const RepairsOffer = usePageCode(repairsOffer)
  if (RepairsOffer === null) return null
  return <RepairsOffer repairs={repairs} onOwnBatch={open.openAnyway} onClose={open.giveUp} />
}

/** Nothing until the dialog's code is here. */
function OtherReading(props: {
  readonly open: OpenFile
  readonly refused: Refused
  readonly another: ReactNode
}): ReactNode {
  const { open, refused } = props
  const ReadAsDialog = usePageCode(readAsDialog)
  if (ReadAsDialog === null) return null
  return (
    <ReadAsDialog
      // Fields begin with what was tried.
      key={JSON.stringify(refused.as)}
      title={texts.readAs.refused({ name: refused.name })}
      description={texts.readAs.refusedBody}
      failure={refused.message}
      text={isDelimitedName(refused.name)}
      before={refused.as}
      candidates={refused.candidates}
      busy={open.trying}
      another={props.another}
      onRead={open.readAgain}
      onClose={open.giveUp}
    />
  )
}

export function Uploading(props: {
  readonly open: OpenFile
  readonly upload: NonNullable<OpenFile['upload']>
}): ReactNode {
  const { name, sent, total } = props.upload
  return (
    <div className="absolute inset-x-0 bottom-4 z-30 mx-auto w-100 rounded-lg bg-raised p-3 shadow-lift">
      <p className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{texts.open.taking({ name })}</span>
        <Button size="small" onClick={props.open.cancel}>
          {texts.common.cancel}
        </Button>
      </p>
      <Progress label={texts.open.taking({ name })} done={sent} total={total} className="my-2" />
      <p className="text-xs text-faint">
        {texts.work.of({ done: format.bytes(sent), total: format.bytes(total) })}
      </p>
    </div>
  )
}
