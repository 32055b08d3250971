// File format in which users exchange templates: a named mapping with its origin. The format has its own version;
// the mapping inside keeps the mapping file's version. Reading describes every error in words.
import { z } from 'zod'
import { mappingFile } from '../file.ts'
import { readMappingFile } from '../read.ts'
import { message, type Message } from '../../texts/create-message.ts'
import { commaList, quoted } from '../../texts/join.ts'

const format = 'carryover-template'
const version = 1

/** The columns of a sheet in their order, as they were when the template was saved. */
export const sheetLayout = z.strictObject({ sheet: z.string().min(1), columns: z.array(z.string()) })
export type SheetLayout = z.infer<typeof sheetLayout>

const facts = {
  format: z.literal(format),
  version: z.literal(version),
  name: z.string().trim().min(1).max(200),
  /** ISO 8601, UTC. */
  savedAt: z.iso.datetime(),
  /** The import supplier whose files it is for. */
  supplier: z.string().min(1).optional(),
  /** The origin of such files, in the user's words: a system, a customer, a file's name. */
  source: z.string().min(1).optional(),
  /** The file's layout, used to detect moved columns. */
  layout: z.array(sheetLayout).optional(),
}
export const templateFile = z.strictObject({ ...facts, mapping: mappingFile })
export type TemplateFile = z.infer<typeof templateFile>

export type TemplateFileProblem = {
  readonly code:
    | 'template_not_json'
    | 'template_other_file'
    | 'template_newer'
    | 'template_invalid'
    | 'mapping_invalid'
  readonly message: Message
  /** The place in the file: `mapping.columns[2].field`; empty for the whole file. */
  readonly where: string
}
export type TemplateFileResult =
  | { readonly ok: true; readonly template: TemplateFile }
  | { readonly ok: false; readonly problems: readonly TemplateFileProblem[] }

/** Parses the text of a template file; all errors are reported at once. */
export function readTemplateFile(text: string): TemplateFileResult {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return refused('template_not_json', message('mapping.template_not_json'))
  }
  const kind = z.looseObject({ format: z.literal(format), version: z.number() }).safeParse(json)
  if (!kind.success) return refused('template_other_file', otherFile(json))
  if (kind.data.version > version)
    return refused(
      'template_newer',
      message('mapping.template_newer', { version: kind.data.version, ours: version }),
      'version',
    )
  const outer = z.strictObject({ ...facts, mapping: z.unknown() }).safeParse(json)
  const inner = readMappingFile(kind.data['mapping'])
  if (outer.success && inner.ok) return { ok: true, template: { ...outer.data, mapping: inner.mapping } }
  return {
    ok: false,
    problems: [
      ...(outer.success ? [] : outer.error.issues.map(inWords)),
      ...(inner.ok
        ? []
        : inner.problems.map((one) => ({
            ...one,
            where: one.where === '' ? 'mapping' : `mapping.${one.where}`,
          }))),
    ],
  }
}

/** The text of a template file; `readTemplateFile` restores the same template. */
export function printTemplateFile(template: Omit<TemplateFile, 'format' | 'version'>): string {
  return `${JSON.stringify({ format, version, ...template }, null, 2)}\n`
}

function refused(code: TemplateFileProblem['code'], fault: Message, where = ''): TemplateFileResult {
  return { ok: false, problems: [{ code, message: fault, where }] }
}

function otherFile(json: unknown): Message {
  return readMappingFile(json).ok
    ? message('mapping.template_is_mapping')
    : message('mapping.template_other_file', { format })
}

function wanted(where: string): Message {
  switch (where) {
    case 'name':
      return message('mapping.template_name', { where })
    case 'savedAt':
      return message('mapping.template_saved_at', { where })
    case 'supplier':
    case 'source':
      return message('mapping.template_text', { where })
    case 'layout':
      return message('mapping.template_layout', { where })
    case 'version':
      return message('mapping.template_version', { where, version })
    default:
      return message('mapping.template_not_right', { where })
  }
}

function inWords(issue: z.core.$ZodIssue): TemplateFileProblem {
  const where = String(issue.path[0] ?? '')
  const fault =
    issue.code === 'unrecognized_keys'
      ? message('mapping.template_unknown_keys', { keys: commaList(issue.keys.map(quoted)) })
      : wanted(where)
  return { code: 'template_invalid', message: fault, where }
}
