// `npm start` chooses between Electron and a browser, says why, and hands its language on.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addStartCommand } from '../../../electron/cli/commands/window.ts'
import { languageOption } from '../../../electron/cli/options/common.ts'
import { createCall } from '../../support/invocation.ts'
import { chooseDesktop, desktopEnvironment } from '../../../electron/cli/window/desktop.ts'

const startCommand = vi.hoisted(() => vi.fn<() => Promise<number>>(() => Promise.resolve(0)))
vi.mock('../../../electron/cli/window/start.ts', () => ({ startCommand }))

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

test.each([
  ['the option', {}, 'de', 'de'],
  ['the option before the variable', { CARRYOVER_LANGUAGE: 'en' }, 'de', 'de'],
  ['the option for the language of the system', { CARRYOVER_LANGUAGE: 'de' }, 'system', 'system'],
  ['the variable', { CARRYOVER_LANGUAGE: 'de' }, undefined, 'de'],
  ['neither', {}, undefined, undefined],
] as const)('with %s, the desktop program gets the right language', (_case, env, language, expected) => {
  const options = language === undefined ? {} : { language }
  expect(desktopEnvironment({ ...env, CARRYOVER_API_KEY: 'secret' }, options)).toEqual(
    expected === undefined ? {} : { CARRYOVER_LANGUAGE: expected },
  )
})

test.each([[['start', '--language', 'de']], [['--language', 'de', 'start']], [['start', '--language=de']]])(
  'the command gets the language of the arguments %j',
  async (given) => {
    const program = new Command().addOption(languageOption())
    const { invocation } = createCall()
    addStartCommand(program, { invocation, end: () => undefined })
    for (const one of program.commands) one.addOption(languageOption())
    await program.parseAsync(given, { from: 'user' })
    expect(startCommand).toHaveBeenLastCalledWith(expect.objectContaining({ language: 'de' }), invocation)
  },
)
