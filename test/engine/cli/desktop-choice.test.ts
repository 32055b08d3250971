// `npm start` chooses between Electron and a browser, and says why.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseDesktop } from '../../../electron/cli/window/desktop.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-choice-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function installElectron(): void {
  const dist = join(folder, 'node_modules', 'electron', 'dist')
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(folder, 'node_modules', 'electron', 'path.txt'), 'electron')
  writeFileSync(join(dist, 'electron'), '')
}

test('a browser is used without the Electron binary', () => {
  const choice = chooseDesktop(folder, 'linux', { DISPLAY: ':0' })
  expect(choice).toMatchObject({
    kind: 'browser',
    lacks: 'binary',
    why: expect.stringContaining('not installed'),
  })
})

test('a browser is used on Linux without a display', () => {
  installElectron()
  expect(chooseDesktop(folder, 'linux', {})).toEqual({
    kind: 'browser',
    lacks: 'display',
    why: 'there is no display for a desktop window',
  })
})

test.each([
  ['linux', { DISPLAY: ':0' }],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }],
  ['darwin', {}],
  ['win32', {}],
] as const)('Electron is used with its binary and a display (%s)', (platform, env) => {
  installElectron()
  const program = join(folder, 'node_modules', 'electron', 'dist', 'electron')
  expect(chooseDesktop(folder, platform, env)).toMatchObject({ kind: 'desktop', program })
})
