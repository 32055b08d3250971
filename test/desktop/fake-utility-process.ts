// Fake of `utilityProcess.fork` with a real Node process: it exchanges messages, has its standard output and error
// as pipes, and can be killed. In the child, `process.parentPort` is the channel to the parent.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'

const parentPort = `data:text/javascript,${encodeURIComponent(`
  import { EventEmitter } from 'node:events'
  process.parentPort = new EventEmitter()
  process.on('message', (data) => process.parentPort.emit('message', { data, ports: [] }))
`)}`

type Fork = {
  readonly env?: Record<string, string>
  readonly execArgv?: readonly string[]
  readonly stdio?: readonly string[]
}

export function fakeUtilityProcess(path: string, args: readonly string[], options: Fork) {
  const [, out, error] = options.stdio ?? []
  if (out !== 'pipe' || error !== 'pipe') throw new Error('The reader needs pipes')
  const child = spawn(
    process.execPath,
    [...(options.execArgv ?? []), '--import', parentPort, path, ...args],
    {
      env: options.env ?? {},
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const fake = Object.assign(new EventEmitter(), {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    postMessage: (message: unknown) => void child.send(message as string),
    kill: () => child.kill(),
  })
  child.once('exit', (code) => {
    fake.pid = undefined
    fake.emit('exit', code)
  })
  return fake
}
