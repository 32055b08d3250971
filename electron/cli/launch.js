// Starts a TypeScript entry file on a suitable Node. Plain JavaScript, so that an older Node can run it and print
// the explanation. On Node 24 or newer the entry is imported. On an older one the Node 24 among the dependencies
// runs it with the same arguments, streams, signals and exit code. With neither, it prints one sentence and exits
// with code 3.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const oldestNode = 24

/** Exit code for "cannot be started", the same as the command line's "the input cannot be used". */
const cannotStart = 3
const takenOver = 'CARRYOVER_TAKEN_OVER'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** True for a Node version (`24.1.0`, `v24.1.0`) that runs our sources. */
export function isNewEnough(version) {
  return Number.parseInt(version.replace(/^v/, ''), 10) >= oldestNode
}

/** The Node among the dependencies, or null if it is not installed. */
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
    // A terminal sends Ctrl-C to both processes; forwarding it would count as a second Ctrl-C ("stop at once").
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

/** Runs in the process that took over: exits when the launcher is killed, so that nothing continues unseen. */
function endWithLauncher() {
  if (process.env[takenOver] === undefined) return
  delete process.env[takenOver]
  if (process.channel === undefined || process.channel === null) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel.unref()
}
