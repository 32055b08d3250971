// Tests every catalogue of texts: each message can be parsed, and both languages name the same values.
import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { messages as germanMessages } from '../../../shared/texts/de/messages.ts'
import { messages as englishMessages } from '../../../shared/texts/en/messages.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const files = ['shared', 'renderer', 'electron'].flatMap((area) =>
  readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
    .map((name) => `${area}/${name.replaceAll(sep, '/')}`)
    .filter((name) => /\/texts\/(?:en|de)\/.*\.ts$/.test(name)),
)
const catalogues = new Map<string, unknown>(
  await Promise.all(
    files.map(async (file) => [file, { ...((await import(join(root, file))) as object) }] as const),
  ),
)

/** Every string of a catalogue with its path. */
function leaves(part: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof part === 'string') return [[path, part]]
  if (typeof part !== 'object' || part === null)
    throw new Error(`${path} is neither a text nor a group of texts`)
  return Object.entries(part).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`))
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** The values that a message names, with the kind of each. */
function valuesOf(template: string): readonly string[] {
  const named = new Set<string>()
  const walk = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if ('value' in element && element.type !== 0)
        named.add(`${element.value} ${element.type === 1 ? 'text' : element.type}`)
      if ('options' in element) for (const { value } of Object.values(element.options)) walk(value)
    }
  }
  walk(new IntlMessageFormat(template, 'en', {}, { ignoreTag: true }).getAst())
  return [...new Set([...named].map((one) => one.split(' ')[0] ?? ''))].toSorted()
}

const english = files.filter((file) => file.includes('/texts/en/'))

test('there are catalogues in both languages', () => {
  expect(english.length).toBeGreaterThan(2)
  expect(files.filter((file) => file.includes('/texts/de/'))).toHaveLength(english.length)
})

describe.each(english)('%s', (file) => {
  const en = leaves(catalogues.get(file), '')
  const de = new Map(leaves(catalogues.get(file.replace('/texts/en/', '/texts/de/')), ''))

  test('has every text in German, with the same values', () => {
    expect([...de.keys()].toSorted()).toEqual(en.map(([path]) => path).toSorted())
    for (const [path, text] of en)
      expect([path, ...valuesOf(de.get(path) ?? '')]).toEqual([path, ...valuesOf(text)])
  })

  test('has no number or date with a skeleton, which the window does not read', () => {
    for (const [path, text] of [...en, ...de]) expect([path, /,\s*::/.test(text)]).toEqual([path, false])
  })

  test('has no empty text', () => {
    for (const [path, text] of [...en, ...de]) expect([path, text.trim().length > 0]).toEqual([path, true])
  })
})

test('the two catalogues of messages have the same rooms', () => {
  expect(Object.keys(germanMessages).toSorted()).toEqual(Object.keys(englishMessages).toSorted())
})
