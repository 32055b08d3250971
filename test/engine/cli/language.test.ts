// Tests the language of what the command line prints for people: how it is chosen, that the German help has no English
// titles, that mistakes and refusals are explained in German, and that what programs read stays the same.
import { afterEach, describe, expect, it } from 'vitest'
import { spoken } from '../../../electron/cli/terminal/spoken.ts'
import { speakAsAsked } from '../../../electron/cli/terminal/language.ts'
import { currentFormat, speak } from '../../../shared/texts/current.ts'
import { message } from '../../../shared/texts/message.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { carryover, freshFolder } from './command-line.ts'

const english = createMessageFormat('en', 'en-GB')
afterEach(() => speak(english))

describe('the language', () => {
  it.each([
    ['a system without a language', [], { LANG: 'C' }, 'en en-GB'],
    ['a German system', [], { LANG: 'de_CH.UTF-8' }, 'de de-CH'],
    ['a system without texts', [], { LANG: 'fr_FR.UTF-8' }, 'en en-GB'],
    ['LC_ALL before LANG', [], { LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, 'en en-GB'],
    ['LC_MESSAGES before LANG', [], { LC_MESSAGES: 'de_AT', LANG: 'en_GB' }, 'de de-AT'],
    ['the variable', [], { CARRYOVER_LANGUAGE: 'de', LANG: 'en_GB.UTF-8' }, 'de de'],
    ['the variable set to system', [], { CARRYOVER_LANGUAGE: 'system', LANG: 'de_DE' }, 'de de-DE'],
    ['the option before the variable', ['--language', 'en'], { CARRYOVER_LANGUAGE: 'de' }, 'en en-GB'],
    ['the option with its value attached', ['run', '--language=de'], { LANG: 'C' }, 'de de'],
  ])('with %s', (_, words, env, expected) => {
    speakAsAsked(words, env)
    const { language, locale } = currentFormat()
    expect(`${language} ${locale}`).toBe(expected)
  })
})

/** Names of options, commands and arguments, in their order. */
function namesIn(help: string): string[] {
  return [...help.matchAll(/^ {2}(-[^ ]*(?:, --[\w-]+)?|[\w-]+)/gm)].map(([, name = '']) => name)
}

describe('in German', () => {
  it.each(['', 'run', 'read', 'watch', 'connections', 'sandbox'])(
    'the help of “%s” has the same names and no English titles',
    async (command) => {
      const words = command === '' ? ['--help'] : [command, '--help']
      const own = await carryover([...words, '--language', 'de'])
      const other = await carryover([...words, '--language', 'en'])
      expect(own.code).toBe(0)
      expect(own.stdout).toMatch(/^Aufruf: carryover/)
      expect(own.stdout).not.toMatch(/Usage|Options:|Commands:|display help|default:|choices:|\[options\]/)
      expect(namesIn(own.stdout)).toEqual(namesIn(other.stdout))
    },
  )

  it.each([
    [['rum'], "unbekannter Befehl 'rum'\n(Meinten Sie run?)"],
    [['read'], "das Argument 'file' fehlt"],
    [['run', 'x.csv', '--rate', 'fast'], "'fast' ist ungültig. Es muss eine Zahl über 0 sein."],
    [['run', 'x.csv', '--until', 'later'], 'Erlaubt sind scheduled, done.'],
    [['read', 'x.csv', 'y.csv'], 'Erwartet wird 1 Argument, angegeben sind 2: x.csv, y.csv.'],
  ])('a mistake is explained in German: %j', async (words, says) => {
    const { code, stdout, stderr } = await carryover([...words, '--language', 'de'])
    expect(stderr).toContain(says)
    expect(stderr).toContain('--help zeigt, wie es geht.')
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })

  it('a refusal is explained in German, with the same exit code', async () => {
    const folder = freshFolder()
    const { code, stderr } = await carryover([
      'report',
      '1',
      '--data-dir',
      folder,
      '--out',
      folder,
      '--language=de',
    ])
    expect(stderr).toBe(`carryover: In ${folder} gibt es keine Daten von Carryover. Prüfen Sie --data-dir.\n`)
    expect(code).toBe(3)
  })
})

it('a language that has no texts is refused', async () => {
  const { code, stderr } = await carryover(['batches', '--language', 'fr'])
  expect(stderr).toContain('Allowed choices are system, en, de.')
  expect(code).toBe(3)
})

it('messages in what is printed as JSON become sentences; keys, codes and other values stay', () => {
  const value = {
    code: 'no_backup',
    failure: { message: message('store.no_backup', { folder: '/data' }) },
    accounts: [{ key: 'A1' }, { key: 'A2', values: {} }],
    since: null,
  }
  expect(spoken(value)).toEqual({
    ...value,
    failure: { message: 'There is no backup in /data to restore.' },
  })
  speak(createMessageFormat('de', 'de-DE'))
  expect(spoken(value)).toMatchObject({
    failure: { message: 'In /data gibt es keine Sicherung zum Wiederherstellen.' },
  })
})
