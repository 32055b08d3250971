// Parses a mapping file's JSON into a mapping, or describes each error with its place in the file.
import { mappingFile } from './file.ts'
import type { Mapping } from './file.ts'
import { message, type Message } from '../texts/create-message.ts'
import { innermostIssues, type Issue, issueFault, type KindMessages, placeOf } from '../texts/issues.ts'

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
  const issues = parsed.error.issues.flatMap((issue) => innermostIssues(issue))
  return { ok: false, problems: issues.map(problemOf) }
}

/** As a person writes them in the file. */
const writtenKinds: KindMessages = {
  string: message('mapping.kind_string'),
  number: message('mapping.kind_number'),
  boolean: message('mapping.kind_boolean'),
  array: message('mapping.kind_array'),
  object: message('mapping.kind_object'),
}

function problemOf(issue: Issue): MappingFileProblem {
  const where = placeOf(issue.path)
  const fault = issueFault(issue, writtenKinds)
  const words =
    where === ''
      ? message('mapping.file_fault', { fault })
      : message('mapping.file_place_fault', { where, fault })
  return { code: 'mapping_invalid', message: words, where }
}
