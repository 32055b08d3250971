// Tests the README's table of assumptions: each row is an existing connection setting and sandbox switch, or gives
// the reason why there is none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sandboxOptions } from '../../electron/sandbox/options.ts'
import { switches } from '../../electron/sandbox/switches.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'

/**
 * The names of a schema's values and of their parents, alone and with the full path: `rate`, `limits`,
 * `limits.rate`.
 */
function namesIn(schema: unknown, before = ''): string[] {
  if (schema instanceof z.ZodArray) return namesIn(schema.element, before)
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  )
    return namesIn(schema.unwrap(), before)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, inner]) => [
    name,
    `${before}${name}`,
    ...namesIn(inner, `${before}${name}.`),
  ])
}

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'electron', 'sandbox', 'README.md'), 'utf8')
const table = readme
  .slice(readme.indexOf('\n## Assumptions\n'))
  .split('\n\n')
  .find((part) => part.startsWith('| assumption'))
const rows = (table ?? '')
  .trimEnd()
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', setting = '', sandbox = '']) => ({ name, setting, sandbox }))

/** Names in a cell, without the bracketed parts: defaults, and where it applies. */
const namedIn = (cell: string): string[] =>
  [...cell.replace(/\([^()]*\)/g, '').matchAll(/`([a-z]\w*(?:\.\w+)*)`/gi)].map(([, name = '']) => name)

test('the table exists and has no duplicate rows', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

test.each(rows)('$name has a setting, or a reason why there is none', ({ setting }) => {
  if (setting.startsWith('none')) return expect(setting).toMatch(/^none, because .{10,}/)
  const known = namesIn(connectionSettings)
  expect(namedIn(setting)).not.toEqual([])
  expect(namedIn(setting).filter((name) => !known.includes(name))).toEqual([])
})

test.each(rows)('$name has a switch, or a reason why there is none', ({ sandbox }) => {
  if (sandbox.startsWith('none')) return expect(sandbox).toMatch(/^none.*(?:because .{10,}|: .{10,})/)
  const known = [...namesIn(switches), ...namesIn(sandboxOptions)]
  expect(namedIn(sandbox)).not.toEqual([])
  expect(namedIn(sandbox).filter((name) => !known.includes(name))).toEqual([])
})
