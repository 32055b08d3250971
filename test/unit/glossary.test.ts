// Tests that replaced terms are found everywhere: in names, comments and texts.
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const glossary = z
  .object({ findReplacedWords: z.function({ input: [z.string(), z.string()], output: z.array(z.string()) }) })
  .parse(await import(pathToFileURL(join(root, '.scripts', 'glossary.js')).href))

/** Built from parts, because this file is checked as well. */
const word = (...parts: readonly string[]): string => parts.join('')

describe('a forbidden word is found', () => {
  test.each([
    ['in a comment', `// Every ${word('off', 'ice')} sends.`],
    ['inside an identifier', `const create${word('Des', 'k')} = 1`],
    ['in a column', `SELECT ${word('to', 'ld')}_at FROM account`],
    ['in the plural', `const ${word('twi', 'ns')} = []`],
    ['as a phrase over two lines', `// Accounts are ${word('tak', 'en')}\n// back.`],
    ['as a phrase in an identifier', `const ${word('tak', 'en')}Back = 0`],
  ])('%s', (_name, text) => {
    expect(glossary.findReplacedWords('a.ts', text)).toHaveLength(1)
  })
})

describe('no forbidden word is found', () => {
  test.each([
    ['in names of other programs', '// LibreOffice opens the file.'],
    ['in a field of an address', "const column = 'House number'"],
    ['as part of a longer word', 'const household = 1'],
    ['in the command of the benchmarks', '// npm run bench -- journal'],
  ])('%s', (_name, text) => {
    expect(glossary.findReplacedWords('a.ts', text)).toEqual([])
  })
})
