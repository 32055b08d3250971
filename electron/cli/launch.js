// Starts one of our TypeScript entry files on a Node that can run it. Plain JavaScript, so that an older Node gets as
// far as the explanation. On Node 24 or newer the entry is imported; on an older one the Node 24 among the
// dependencies takes over, with the same arguments, streams, signals and exit code; with neither, one sentence and 3.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const oldestNode = 24

/** Exit code for "this cannot be started as it is", the same as the command line's "the input cannot be used". */
const cannotStart = 3
const takenOver = 'CARRYOVER_TAKEN_OVER'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** True for a Node version (`24.1.0`, `v24.1.0`) that runs our sources. */
export function isNewEnough(version) {
  return Number.parseInt(version.replace(/^v/, ''), 10) >= oldestNode
}

/** The Node among the dependencies, or null where it is not installed. */
export function bundledNode(folder = root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = join(folder, 'node_modules', 'node', 'bin', name)
  return existsSync(path) ? path : null
}

/** @param {URL} entry The module to run; importing it starts it. */
export async function launch(entry) {
  if (isNewEnough(process.versions.node)) {
    endWithLauncher()
    await import(entry.href)
    return
  }
  const node = process.env[takenOver] === undefined ? bundledNode() : null
  if (node === null) {
    process.stderr.write(
      `Carryover needs Node ${oldestNode} or newer and this is ${process.versions.node}: ` +
        `run "npm ci" in ${root}, which brings its own Node, or install Node ${oldestNode}.\n`,
    )
    process.exit(cannotStart)
  }
  takeOver(node)
}

function takeOver(node) {
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [takenOver]: '1' },
  })
  child.on('error', (error) => {
    process.stderr.write(`The Node at ${node} could not be started (${error.message}): run "npm ci".\n`)
    process.exit(cannotStart)
  })
  const listeners = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    // A terminal sends Ctrl-C to both of us; a second copy would read as "stop at once".
    const listener = () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal))
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  child.on('exit', (code, signal) => {
    for (const stop of listeners) stop()
    if (signal === null) process.exit(code ?? cannotStart)
    process.kill(process.pid, signal)
  })
}

/** In the process that took over: when the launcher is gone, killed, nothing goes on unseen behind it. */
function endWithLauncher() {
  if (process.env[takenOver] === undefined) return
  delete process.env[takenOver]
  if (process.channel === undefined || process.channel === null) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel.unref()
}
