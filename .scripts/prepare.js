// Prepares a fresh clone: installs the dependencies when they are missing or differ from the lock file, checks for
// Node 24 among them, and with --chromium finds (or on Debian, as root, installs) a Chromium for the tests. On
// Debian, as root, it also installs the tools that CARRYOVER_INSTALL_TOOLS names (`chromium-headless-shell`,
// `libreoffice`), as in CI. Runs on
// Node 20 with nothing installed. Reports its actions on stderr, and is silent when there is nothing to do.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { bundledNode, isNewEnough, oldestNode, root } from '../electron/cli/launch.js'
import { installDebianPackage } from './debian-package.js'
import { findChromium } from './find-chromium.js'
import { whyStale } from './why-stale.js'

const oldestForInstalling = 20

function say(sentence) {
  process.stderr.write(`prepare: ${sentence}\n`)
}

function stop(sentence) {
  say(sentence)
  process.exit(3)
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** Runs npm with npm's own Node, because ours may be about to be replaced. */
function npm(words) {
  const program = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  const all = [...words, '--no-audit', '--no-fund', '--loglevel=error']
  const options = {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 2, 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
  }
  const windows = process.platform === 'win32'
  const result =
    program === undefined
      ? spawnSync(windows ? 'npm.cmd' : 'npm', all, { ...options, shell: windows })
      : spawnSync(node, [program, ...all], options)
  if (result.error !== undefined)
    stop(`npm could not be started (${result.error.message}); run "npm ci" yourself.`)
  return result
}

function install(reason) {
  const start = performance.now()
  say(`${reason}; installing with "npm ci" …`)
  let result = npm(['ci'])
  // A lock file written with a registry that lacked other systems' packages omits them, and "npm ci" rejects it.
  // "npm install" installs the versions in the file, and --no-save leaves the file unchanged.
  if (result.status !== 0 && /EUSAGE[^]*Missing: /.test(result.stderr)) {
    say(
      'the lock file lacks packages of other systems, so "npm ci" refuses it; installing what it names with "npm install --no-save" …',
    )
    result = npm(['install', '--no-save'])
  }
  if (result.status !== 0) {
    process.stderr.write(result.stderr)
    stop(`npm failed with ${result.status ?? result.signal}; its message is above.`)
  }
  const stale = whyStale(root)
  if (stale !== null) stop(`npm finished, yet ${stale}; remove node_modules and run the command again.`)
  say(`installed in ${seconds(start)}.`)
}

function checkNode() {
  const node = bundledNode()
  const version = node === null ? null : spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (version && isNewEnough(version)) return
  if (version === null && isNewEnough(process.versions.node)) return
  stop(
    `Node ${oldestNode} is needed and the one among the dependencies is ${version || 'not there'} (this is ${process.versions.node}). ` +
      'Run "npm ci --ignore-scripts=false", which lets the package "node" bring its program, ' +
      `or install Node ${oldestNode} and run the command again.`,
  )
}

function installAskedTools() {
  const asked = (process.env.CARRYOVER_INSTALL_TOOLS ?? '').split(',').map((name) => name.trim())
  const lacks = (name, program) => asked.includes(name) && !existsSync(program)
  if (lacks('chromium-headless-shell', '/usr/bin/chromium-headless-shell'))
    installDebianPackage('chromium-headless-shell', say)
  if (lacks('libreoffice', '/usr/bin/soffice') && !installDebianPackage('libreoffice-calc-nogui', say))
    say('LibreOffice could not be installed, so the tests that need it are skipped.')
}

function main() {
  if (Number.parseInt(process.versions.node, 10) < oldestForInstalling) {
    stop(
      `Node ${process.versions.node} is too old to install the dependencies with; Node ${oldestForInstalling} or newer is needed.`,
    )
  }
  const reason = whyStale(root)
  if (reason !== null) install(reason)
  checkNode()
  if (process.argv.includes('--chromium')) {
    installAskedTools()
    findChromium(root, say)
  }
}

main()
