// Starts the reader process in the packaged program. Its binary does not run as Node (a fuse), so the child is an
// Electron utility process. All other reading code is unaffected.
import { PassThrough, type Readable } from 'node:stream'
import type { StartReaderChild } from '../../engine/import/process/process-reader.ts'
import type { ElectronParts } from '../electron-parts.ts'

export function utilityReaderChild(utilityProcess: ElectronParts['utilityProcess']): StartReaderChild {
  return ({ mainPath, heapMiB, env }) => {
    const child = utilityProcess.fork(mainPath, [], {
      env,
      execArgv: [`--max-old-space-size=${heapMiB}`],
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Carryover reader',
    })
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return {
      // Known once it runs.
      get pid() {
        return child.pid
      },
      stdout: withEnd(child.stdout, gone),
      stderr: withEnd(child.stderr, gone),
      // Electron buffers it until the child listens.
      ask: (line) => child.postMessage(line),
      kill: () => killNow(child),
      gone,
    }
  }
}

/** Electron's own `kill` only asks, and a child in an endless loop does not react. */
function killNow(child: Electron.UtilityProcess): void {
  if (child.pid !== undefined) {
    try {
      process.kill(child.pid, 'SIGKILL')
      return
    } catch {
      // It has exited already, or this system has no such signal.
    }
  }
  child.kill()
}

/** The exit of a child does not always end its pipes. */
function withEnd(stream: NodeJS.ReadableStream | null, gone: Promise<void>): Readable {
  const out = new PassThrough()
  if (stream === null) out.end()
  else {
    stream.pipe(out)
    void gone.finally(() => {
      stream.unpipe(out)
      for (let rest = stream.read(); rest !== null; rest = stream.read()) out.write(rest)
      out.end()
    })
  }
  return out
}
