// A Reader that works in a process of its own, so that a hostile or broken file costs that process and nothing else:
// silence, too much memory and a crash each end in one `refused`. The child gets no secret: its environment is a short
// list of names. The child is gone when the iteration ends, however it ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Reader, ReadFailureCode, ReadMessage, ReadOptions } from './reader.ts'
import { refusal } from './refusal.ts'
import { parseWireMessage } from './wire.ts'

export type ProcessReaderSettings = {
  /** @default process.execPath */
  readonly nodePath?: string
  /** The child's entry. @default reader-main.ts beside this file */
  readonly mainPath?: string
  /** Milliseconds without any message, while one is waited for. @default 30 s */
  readonly stallMs?: number
  /** Bytes of memory of the child's process. @default 1 GiB */
  readonly maxMemoryBytes?: number
  readonly onStart?: (child: { readonly pid: number | undefined }) => void
}

/** Names of what the child may know of the environment: what an operating system needs to start a program. */
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
  mainPath = fileURLToPath(new URL('./reader-main.ts', import.meta.url)),
  stallMs = 30_000,
  maxMemoryBytes = 1024 ** 3,
  onStart,
}: ProcessReaderSettings = {}): Reader {
  return async function* read(path, options, signal) {
    if (signal.aborted) return
    // The heap is smaller than the whole: buffers and the program itself need room beside it.
    const heapMiB = Math.max(32, Math.floor((maxMemoryBytes * 0.75) / 1024 ** 2))
    const child = spawn(
      nodePath,
      [`--max-old-space-size=${heapMiB}`, '--disable-warning=ExperimentalWarning', mainPath],
      {
        env: Object.fromEntries(
          Object.entries(process.env).filter(([name]) => allowedEnvironment.includes(name)),
        ),
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      },
    )
    onStart?.({ pid: child.pid })
    const end = watchEnd(child)
    const kill = (): void => void child.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    try {
      yield* converse(child, end, { path, options, signal, stallMs, maxMemoryBytes })
    } finally {
      signal.removeEventListener('abort', kill)
      kill()
      child.stdout.destroy()
      await end.gone
    }
  }
}

type Conversation = {
  readonly path: string
  readonly options: ReadOptions
  readonly signal: AbortSignal
  readonly stallMs: number
  readonly maxMemoryBytes: number
}

async function* converse(
  child: ChildProcess,
  end: ChildEnd,
  talk: Conversation,
): AsyncGenerator<ReadMessage> {
  const { path, options, signal } = talk
  // Writing to a child that is already gone is told by its end, not by the pipe.
  child.stdin?.on('error', () => undefined)
  child.stdin?.write(`${JSON.stringify({ path, options })}\n`)
  const lines = linesOf(child)
  for (;;) {
    const line = await within(talk.stallMs, lines.next())
    if (signal.aborted) return
    if (line === 'stalled') {
      return yield refused(
        'reader_stalled',
        `Reading stopped: nothing came for ${Math.round(talk.stallMs / 1000)} seconds. The file may be damaged, or on a drive that does not answer. Copy it to this computer and load it again.`,
      )
    }
    if (line.done === true) return yield await crashed(child, end, talk)
    const message = parseWireMessage(line.value)
    if (message === null) return yield await crashed(child, end, talk)
    if (message.kind === 'progress' && (message.rss ?? 0) > talk.maxMemoryBytes)
      return yield tooMuchMemory(talk)
    yield withoutMemory(message)
    if (signal.aborted || message.kind === 'end' || message.kind === 'refused') return
  }
}

function withoutMemory(message: ReadMessage & { readonly rss?: number }): ReadMessage {
  if (message.rss === undefined) return message
  const { rss: _rss, ...rest } = message
  return rest
}

/** The child's output by lines. Nothing is read ahead beyond the pipe's own buffer, which is what holds the child back. */
async function* linesOf(child: ChildProcess): AsyncGenerator<string> {
  if (child.stdout === null) return
  child.stdout.setEncoding('utf8')
  let rest: string[] = []
  const chunks: AsyncIterable<string> = child.stdout
  for await (const chunk of chunks) {
    let start = 0
    for (let feed = chunk.indexOf('\n'); feed !== -1; feed = chunk.indexOf('\n', start)) {
      const line = rest.join('') + chunk.slice(start, feed)
      rest = []
      start = feed + 1
      yield line
    }
    if (start < chunk.length) rest.push(chunk.slice(start))
  }
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

type ChildEnd = { readonly gone: Promise<void>; readonly complaint: () => Promise<string> }

function watchEnd(child: ChildProcess): ChildEnd {
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-8192)
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A program that cannot be started has an error and no exit.
    child.once('error', () => resolve())
  })
  const silent = new Promise<void>((resolve) => {
    child.stderr?.once('close', () => resolve())
  })
  return { gone, complaint: () => silent.then(() => complaint) }
}

async function crashed(child: ChildProcess, end: ChildEnd, talk: Conversation): Promise<ReadMessage> {
  child.kill('SIGKILL')
  const complaint = await within(talk.stallMs, end.complaint())
  if (/heap out of memory|Allocation failed/i.test(complaint)) return tooMuchMemory(talk)
  return refused(
    'reader_crashed',
    'Reading broke down, which is a fault of this program; nothing else was harmed. Open the file in a spreadsheet program, save it as .csv or .xlsx, and load that.',
  )
}

function tooMuchMemory({ maxMemoryBytes }: Conversation): ReadMessage {
  return refused(
    'reader_memory',
    `Reading stopped: the file needs more than ${Math.round(maxMemoryBytes / 1024 ** 2)} MiB of memory. Split it into several files, or save its sheets as .csv.`,
  )
}

function refused(code: ReadFailureCode, message: string): ReadMessage {
  return { kind: 'refused', failure: refusal(code, message).failure }
}
