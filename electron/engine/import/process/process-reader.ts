// Reader that runs in its own process, so that a hostile or broken file affects only that process. A timeout, too
// much memory and a crash each end in one `refused`. The child gets no secret but the key of a sealed
// file, and its environment is a short list of names. The child has always exited when the iteration ends.
import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { RowText } from '../../../../shared/sheet/sheet.ts'
import type { Reader, ReadFailureCode, ReadMessage, ReadOptions } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { keyOfStored } from '../../system/files/stored-file.ts'
import { createWireParser, type ReadRequest, type WireMessage } from './wire.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

/** Interface of the child process, independent of how it is started. */
export type ReaderChild = {
  readonly pid: number | undefined
  readonly stdout: Readable
  readonly stderr: Readable
  /** Sends the one request, without its line end. */
  ask(line: string): void
  /** Kills at once, even a child that no longer listens. */
  kill(): void
  /** Resolves when the process is gone, also if it never started. */
  readonly gone: Promise<void>
}

export type StartReaderChild = (start: {
  readonly mainPath: string
  readonly heapMiB: number
  readonly env: Readonly<Record<string, string>>
}) => ReaderChild

export type ProcessReaderSettings = {
  /** How a child is started. @default as a process of Node */
  readonly startChild?: StartReaderChild
  /** @default process.execPath */
  readonly nodePath?: string
  /** The child's entry. @default reader-main.ts in this folder */
  readonly mainPath?: string
  /** Timeout in milliseconds without any message, while one is expected. @default 30 s */
  readonly stallMs?: number
  /** Bytes of memory of the child's process. @default 1 GiB */
  readonly maxMemoryBytes?: number
  /**
   * Folder for the child's compile cache (never for file content), which makes it start in a third of the time.
   * Nobody else may write there, because its content is executed. @default the one that this process itself uses, if
   * any
   */
  readonly cacheFolder?: string
  readonly onStart?: (child: { readonly pid: number | undefined }) => void
}

/** Environment variables that the child gets: those that an operating system needs to start a program. */
const allowedEnvironment = [
  'SystemRoot',
  'windir',
  'TEMP',
  'TMP',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  'ELECTRON_RUN_AS_NODE',
]

export function createProcessReader({
  nodePath = process.execPath,
  startChild = (start) => startNode(nodePath, start),
  mainPath = fileURLToPath(new URL('./reader-main.ts', import.meta.url)),
  stallMs = 30_000,
  maxMemoryBytes = 1024 ** 3,
  cacheFolder = process.env['NODE_COMPILE_CACHE'],
  onStart,
}: ProcessReaderSettings = {}): Reader {
  return async function* read(path, options, signal) {
    if (signal.aborted) return
    const key = (await keyOfStored(path))?.toString('hex') ?? null
    // The heap limit is lower than the total: buffers and the program itself need room too.
    const heapMiB = Math.max(32, Math.floor((maxMemoryBytes * 0.75) / 1024 ** 2))
    const child = startChild({ mainPath, heapMiB, env: childEnvironment(cacheFolder) })
    onStart?.({ pid: child.pid })
    const complaint = complaintOf(child)
    const kill = (): void => child.kill()
    signal.addEventListener('abort', kill, { once: true })
    try {
      yield* converse(child, complaint, { path, options, key, signal, stallMs, maxMemoryBytes })
    } finally {
      signal.removeEventListener('abort', kill)
      kill()
      child.stdout.destroy()
      await child.gone
    }
  }
}

function childEnvironment(cacheFolder: string | undefined): Record<string, string> {
  const allowed = allowedEnvironment.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(allowed),
    ...(cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: cacheFolder }),
  }
}

function startNode(
  nodePath: string,
  { mainPath, heapMiB, env }: Parameters<StartReaderChild>[0],
): ReaderChild {
  const child = spawn(
    nodePath,
    // Rows are short-lived: a larger young generation would only hold more of them before a collection.
    [
      `--max-old-space-size=${heapMiB}`,
      '--max-semi-space-size=4',
      '--disable-warning=ExperimentalWarning',
      mainPath,
    ],
    { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
  )
  // Writing to a child that has exited is reported by its exit, not by the pipe.
  child.stdin?.on('error', () => undefined)
  return {
    pid: child.pid,
    // If the system is out of file handles, a child has no pipes.
    stdout: child.stdout ?? Readable.from([]),
    stderr: child.stderr ?? Readable.from([]),
    ask: (line) => void child.stdin?.write(`${line}\n`),
    kill: () => void child.kill('SIGKILL'),
    gone: new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      // A program that cannot be started has an error and no exit.
      child.once('error', () => resolve())
    }),
  }
}

type Conversation = {
  readonly path: string
  readonly options: ReadOptions
  readonly key: string | null
  readonly signal: AbortSignal
  readonly stallMs: number
  readonly maxMemoryBytes: number
}

async function* converse(
  child: ReaderChild,
  complaint: Complaint,
  talk: Conversation,
): AsyncGenerator<ReadMessage<RowText>> {
  const { path, options, signal } = talk
  child.ask(JSON.stringify({ path, options, key: talk.key } satisfies ReadRequest))
  const parse = createWireParser()
  // Nothing is read ahead beyond the pipe's own buffer, so the child is slowed down by backpressure.
  const pieces = piecesOf(child)
  for (;;) {
    const piece = await within(talk.stallMs, pieces.next())
    if (signal.aborted) return
    if (piece === 'stalled') {
      return yield refused(
        'reader_stalled',
        message('import.reader_stalled', { seconds: Math.round(talk.stallMs / 1000) }),
      )
    }
    if (piece.done === true) return yield await crashed(child, complaint, talk)
    for (const message of parse(piece.value)) {
      if (message === null) return yield await crashed(child, complaint, talk)
      if (message.kind === 'progress' && (message.rss ?? 0) > talk.maxMemoryBytes)
        return yield tooMuchMemory(talk)
      yield withoutMemory(message)
      if (signal.aborted || message.kind === 'end' || message.kind === 'refused') return
    }
  }
}

function withoutMemory(message: WireMessage): ReadMessage<RowText> {
  if (message.rss === undefined) return message
  const { rss: _rss, ...rest } = message
  return rest
}

function piecesOf(child: ReaderChild): AsyncIterator<string> {
  child.stdout.setEncoding('utf8')
  const pieces: AsyncIterable<string> = child.stdout
  return pieces[Symbol.asyncIterator]()
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | 'stalled'> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<'stalled'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'stalled')
  })
  try {
    return await Promise.race([work, stalled])
  } finally {
    clearTimeout(timer)
  }
}

/** The child's standard error, after its end. */
type Complaint = () => Promise<string>

function complaintOf(child: ReaderChild): Complaint {
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-8192)
  })
  const silent = new Promise<void>((resolve) => {
    child.stderr.once('close', () => resolve())
  })
  return () => silent.then(() => complaint)
}

async function crashed(
  child: ReaderChild,
  complaint: Complaint,
  talk: Conversation,
): Promise<ReadMessage<RowText>> {
  child.kill()
  const said = await within(talk.stallMs, complaint())
  if (/heap out of memory|Allocation failed/i.test(said)) return tooMuchMemory(talk)
  return refused('reader_crashed', message('import.reader_crashed'))
}

function tooMuchMemory({ maxMemoryBytes }: Conversation): ReadMessage<RowText> {
  return refused(
    'reader_memory',
    message('import.reader_memory', { mebibytes: Math.round(maxMemoryBytes / 1024 ** 2) }),
  )
}

function refused(code: ReadFailureCode, why: Message): ReadMessage<RowText> {
  return { kind: 'refused', failure: refusal(code, why).failure }
}
