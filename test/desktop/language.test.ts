// Tests the language of the program's own words: the one handed on to it or the system's, and then the one that the
// window speaks.
import { afterEach, expect, test } from 'vitest'
import { menuTemplate } from '../../electron/desktop/system/menu.ts'
import { channels } from '../../electron/desktop/page/channels.ts'
import { currentFormat, speak } from '../../shared/texts/current.ts'
import { createMessageFormat } from '../../shared/texts/message-format.ts'
import { openPage, startProgram } from './desktop-harness.ts'
import { fakeIpcRenderer } from './fake-electron.ts'

const before = currentFormat()
afterEach(() => speak(before))

/** Labels of a menu and of every menu in it. */
function labelsOf(menu: unknown): readonly string[] {
  if (!Array.isArray(menu)) return []
  return menu.flatMap((item: { label?: string; submenu?: unknown }) => [
    ...(item.label === undefined ? [] : [item.label]),
    ...labelsOf(item.submenu),
  ])
}

test('on a system in German the menu is German, and English when the window speaks English', async () => {
  const { fake, window } = await startProgram({ languages: ['de-AT', 'en-US'] })
  expect(labelsOf(fake.menus.at(-1))).toContain('Datenordner zeigen')
  const { bridge } = openPage(fake, window())
  await bridge.setLanguage('en')
  expect(labelsOf(fake.menus.at(-1))).toContain('Show the Data Folder')
  await bridge.setLanguage('de')
  expect(labelsOf(fake.menus.at(-1))).toContain('Rückgängig machen')
})

test.each([
  ['de', 'Datenordner zeigen'],
  ['system', 'Show the Data Folder'],
  ['tlh', 'Show the Data Folder'],
])('on a system in English, started with CARRYOVER_LANGUAGE=%s, the menu says %s', async (given, entry) => {
  const { fake, window } = await startProgram({
    languages: ['en-GB'],
    environment: { CARRYOVER_LANGUAGE: given },
  })
  expect(labelsOf(fake.menus.at(-1))).toContain(entry)
  const { bridge } = openPage(fake, window())
  await bridge.setLanguage('en')
  expect(labelsOf(fake.menus.at(-1))).toContain('Show the Data Folder')
})

test('the question at the end is in the language of the window', async () => {
  const { fake, window } = await startProgram({ languages: ['en-GB'] })
  const { bridge } = openPage(fake, window())
  await bridge.setLanguage('de')
  window().webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  expect(fake.questions.at(-1)).toMatchObject({
    message: 'Das Fenster ist abgestürzt.',
    buttons: ['Erneut öffnen', 'Beenden'],
  })
})

test('a language that does not exist is refused', async () => {
  const { fake, window } = await startProgram()
  const ipc = fakeIpcRenderer(fake, window().webContents)
  for (const args of [[], ['tlh'], ['de', 'en'], [null]])
    await expect(ipc.invoke(channels.language, ...args)).rejects.toThrow('Refused.')
})

test.each(['darwin', 'win32', 'linux'] as const)(
  'every entry of the menu of %s has words, in both languages',
  (platform) => {
    for (const [language, close] of [
      ['en', /Close/],
      ['de', /[Ss]chließen/],
    ] as const) {
      speak(createMessageFormat(language, language))
      const menu = menuTemplate({ platform, developing: true, showDataFolder: () => undefined })
      const withoutWords = menu
        .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
        .filter(({ type, label }) => type !== 'separator' && label === undefined)
      expect(withoutWords).toEqual([])
      expect(labelsOf(menu).join(' ')).toMatch(close)
    }
  },
)
