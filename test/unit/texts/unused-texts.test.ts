// Tests that every text of every catalogue is used by code; and, on made-up code, that one without use is found.
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messages } from '../../../shared/texts/en/messages.ts'
import { type TextsObject, unusedTexts } from './unused-texts.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const files = ['shared', 'renderer', 'electron'].flatMap((area) =>
  readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
    .map((name) => `${area}/${name.replaceAll(sep, '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\/texts\/(?:en|de)\//.test(name)),
)
const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** The objects that the files of texts make of their catalogues. */
async function textsObjects(): Promise<TextsObject[]> {
  const found: TextsObject[] = []
  for (const [file, source] of Object.entries(sources)) {
    const name = /^export const (\w+) = createTexts\(\{ en, de \}/m.exec(source)?.[1]
    const [, member = '', path = ''] = /^import \{ (\w+) as en \} from '(\..*)'$/m.exec(source) ?? []
    if (name === undefined) continue
    const catalogues = (await import(join(root, file, '..', path))) as Readonly<Record<string, unknown>>
    found.push({ file, name, catalogue: catalogues[member] })
  }
  return found
}

test('every text of the windows, the command line and the engine is used', async () => {
  const objects = await textsObjects()
  const makers = files.filter((file) => /^export const \w+ = createTexts\(/m.test(sources[file] ?? ''))
  expect(objects.map(({ file }) => file)).toEqual(makers)
  expect(objects.length).toBeGreaterThan(20)
  expect(unusedTexts(objects, messages, sources)).toEqual([])
})

describe('a text is used', () => {
  const catalogue = { title: 'Title', errors: { name: 'Name', rate: 'Rate' }, done: 'Done' }
  const objects = [{ file: 'renderer/texts/home.ts', name: 'homeTexts', catalogue }]
  const unused = (code: string): string[] =>
    unusedTexts(
      objects,
      {},
      {
        'renderer/home.tsx': `import { homeTexts } from './texts/home.ts'\n${code}`,
      },
    ).map((line) => line.replace('renderer/texts/home.ts: ', ''))

  test.each<[what: string, code: string, unused: string[]]>([
    ['where nothing reads it', '', ['title', 'errors.name', 'errors.rate', 'done']],
    ['by its way', 'show(homeTexts.title, homeTexts.errors.name)', ['errors.rate', 'done']],
    [
      'through an alias',
      'const words = homeTexts.errors\nshow(words.rate, words.title)',
      ['title', 'errors.name', 'done'],
    ],
    ['through a pattern', 'const { errors: { name }, done } = homeTexts', ['title', 'errors.rate']],
    [
      'by a computed key that code names',
      "const kind = 'rate'\nshow(homeTexts.errors[kind])",
      ['title', 'errors.name', 'done'],
    ],
    [
      'from an object that is handed on',
      'const show = ({ words }) => words.title\nshow({ words: homeTexts })',
      ['errors.name', 'errors.rate', 'done'],
    ],
    [
      'not as a parameter of the same name',
      'const words = homeTexts\nconst f = (words) => words.done',
      ['title', 'errors.name', 'errors.rate', 'done'],
    ],
    ['not in a type', 'type Words = typeof homeTexts', ['title', 'errors.name', 'errors.rate', 'done']],
  ])('%s', (_what, code, left) => {
    expect(unused(code)).toEqual(left)
  })

  test('where another catalogue that shares its part is used', () => {
    const other = { file: 'renderer/texts/shared.ts', name: 'sharedTexts', catalogue: catalogue.errors }
    const code = "import { homeTexts } from './texts/home.ts'\nshow(homeTexts.errors.rate)"
    expect(unusedTexts([...objects, other], {}, { 'renderer/home.tsx': code })).toEqual([
      'renderer/texts/home.ts: title',
      'renderer/texts/home.ts: errors.name',
      'renderer/texts/home.ts: done',
      'renderer/texts/shared.ts: name',
    ])
  })

  test('where code says its key, also with a computed part that code names', () => {
    const rooms = { questions: { header_key: 'Key', header_row: 'Row', title: 'Title', other: 'Other' } }
    const code = "say('questions.title'); const name = 'key'; say(`questions.header_${name}`)"
    expect(unusedTexts([], rooms, { 'electron/a.ts': code })).toEqual([
      'questions.header_row',
      'questions.other',
    ])
  })
})
