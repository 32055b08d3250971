// Parses a mapping file's JSON into a mapping, or describes each error with its place in the file.
import type { z } from 'zod'
import { mappingFile } from './file.ts'
import type { Mapping } from './file.ts'

export type MappingFileProblem = {
  readonly code: 'mapping_invalid'
  readonly message: string
  readonly where: string
}
export type MappingFileResult =
  | { readonly ok: true; readonly mapping: Mapping }
  | { readonly ok: false; readonly problems: readonly MappingFileProblem[] }

export function readMappingFile(json: unknown): MappingFileResult {
  const parsed = mappingFile.safeParse(json)
  if (parsed.success) return { ok: true, mapping: parsed.data }
  const problems = parsed.error.issues.flatMap((issue) => inWords(issue, []))
  return { ok: false, problems }
}

type Issue = z.core.$ZodIssue

/** A column entry has one of two shapes: errors are reported for the one that fits best. */
function inWords(issue: Issue, above: readonly PropertyKey[]): MappingFileProblem[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [nearest] = issue.errors.toSorted((a, b) => unlikeness(a) - unlikeness(b))
    return (nearest ?? []).flatMap((inner) => inWords(inner, path))
  }
  const where = printPlace(path)
  const place = where === '' ? 'The mapping file' : `In the mapping file, ${where}`
  return [{ code: 'mapping_invalid', message: `${place} ${sentenceEnd(issue)}`, where }]
}

/** A branch that fails at its root does not fit at all. */
function unlikeness(issues: readonly Issue[]): number {
  return (
    issues.length +
    (issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type') ? 100 : 0)
  )
}

/** `['linked', 0, 'columns', 2]` → `linked[0].columns[2]`. */
export function printPlace(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += text === '' ? String(part) : `.${String(part)}`
  }
  return text
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
}

function sentenceEnd(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = Object.hasOwn(kinds, issue.expected) ? kinds[issue.expected] : issue.expected
      return issue.message.endsWith('received undefined')
        ? `is missing: it must be ${wanted}.`
        : `must be ${wanted}.`
    }
    case 'unrecognized_keys':
      return `has ${issue.keys.map((key) => `“${key}”`).join(', ')}, which a mapping file does not know: check the spelling or take it out.`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`
    case 'too_small':
      return 'is empty: it must hold something.'
    case 'invalid_union':
      return 'has an unknown “kind”, or fits none of the allowed shapes.'
    default:
      return `is not right: ${issue.message}.`
  }
}
