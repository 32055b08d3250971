// Parses a mapping file's JSON into a mapping, or describes each error with its place in the file.
import type { z } from 'zod'
import { mappingFile } from './file.ts'
import type { Mapping } from './file.ts'
import { message, type Message } from '../texts/create-message.ts'
import { commaList, orList, quoted } from '../texts/join.ts'

export type MappingFileProblem = {
  readonly code: 'mapping_invalid'
  readonly message: Message
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
  const fault = faultOf(issue)
  const words =
    where === ''
      ? message('mapping.file_fault', { fault })
      : message('mapping.file_place_fault', { where, fault })
  return [{ code: 'mapping_invalid', message: words, where }]
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

const kinds: Readonly<Record<string, Message>> = {
  string: message('mapping.kind_string'),
  number: message('mapping.kind_number'),
  boolean: message('mapping.kind_boolean'),
  array: message('mapping.kind_array'),
  object: message('mapping.kind_object'),
}

/** The end of a sentence that names the place. */
function faultOf(issue: Issue): Message {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = (Object.hasOwn(kinds, issue.expected) ? kinds[issue.expected] : null) ?? issue.expected
      return issue.message.endsWith('received undefined')
        ? message('mapping.is_missing', { wanted })
        : message('mapping.must_be', { wanted })
    }
    case 'unrecognized_keys':
      return message('mapping.unknown_keys', { keys: commaList(issue.keys.map(quoted)) })
    case 'invalid_value': {
      const wanted = orList(issue.values.map((value) => JSON.stringify(value) ?? String(value)))
      return message('mapping.must_be', { wanted })
    }
    case 'too_small':
      return message('mapping.is_empty')
    case 'invalid_union':
      return message('mapping.unknown_shape')
    default:
      return message('mapping.not_right', { why: issue.message })
  }
}
