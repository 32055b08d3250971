// Finds a Chromium for the tests and writes its path to node_modules/.cache/chromium-path, where test/chromium.ts
// reads it. Order: environment variable, earlier result, the system's, Playwright's own, Debian's package (as
// root). On Linux the headless shell comes first: it is Chromium without its own windows and takes a seventh less
// processor time. When none is found the file is removed, and the tests that need a browser are skipped with the reason.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { installDebianPackage } from './debian-package.js'

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const packages = ['chromium-headless-shell', 'chromium']

function usualPlaces(env = process.env) {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ]
  }
  if (process.platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
    const programs = [
      'Chromium\\Application\\chrome.exe',
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ]
    return folders.flatMap((folder) => programs.map((program) => join(folder, program)))
  }
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return [...new Set(folders)].filter(Boolean).flatMap((folder) => names.map((name) => join(folder, name)))
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** On Linux it must also run: some distributions install a script there that only names another package manager. */
function works(path) {
  if (!isProgram(path)) return false
  if (process.platform !== 'linux') return true
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
}

function playwrightsOwn(folder) {
  try {
    return createRequire(join(folder, 'package.json'))('playwright-core').chromium.executablePath() || null
  } catch {
    return null
  }
}

function debianPackage(say) {
  for (const name of packages) {
    const found = installDebianPackage(name, say) ? usualPlaces().find(works) : undefined
    if (found !== undefined) return found
  }
  return null
}

/**
 * @param {string} folder The project's root.
 * @param {(sentence: string) => void} say
 * @returns {string | null}
 */
export function findChromium(folder, say) {
  const note = join(folder, 'node_modules', '.cache', 'chromium-path')
  const before = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  const named = process.env.CARRYOVER_CHROMIUM
  if (named && !works(named))
    say(`CARRYOVER_CHROMIUM names ${named}, which cannot be run; looking elsewhere.`)
  const own = () => {
    const path = playwrightsOwn(folder)
    return path !== null && works(path) ? path : null
  }
  const found =
    (named && works(named) ? named : null) ??
    (before !== '' && isProgram(before) ? before : null) ??
    usualPlaces().find(works) ??
    own() ??
    debianPackage(say)
  if (found === null) {
    rmSync(note, { force: true })
    say(
      'no Chromium was found, so what needs one is skipped. Install Chromium or Chrome, ' +
        'or run "npx playwright install chromium", or name one in CARRYOVER_CHROMIUM.',
    )
    return null
  }
  if (found !== before) {
    mkdirSync(join(folder, 'node_modules', '.cache'), { recursive: true })
    writeFileSync(note, `${found}\n`)
    say(`tests use the Chromium at ${found}.`)
  }
  return found
}
