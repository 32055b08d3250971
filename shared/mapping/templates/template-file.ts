// File format in which users exchange templates: a named mapping with its origin. The format has its own version;
// the mapping inside keeps the mapping file's version. Reading describes every error in words.
import { z } from 'zod'
import { mappingFile } from '../file.ts'
import { readMappingFile } from '../read.ts'

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
  readonly message: string
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
    return refused(
      'template_not_json',
      'The file is not JSON, so it is no template. Export the template again.',
    )
  }
  const kind = z.looseObject({ format: z.literal(format), version: z.number() }).safeParse(json)
  if (!kind.success) return refused('template_other_file', otherFile(json))
  if (kind.data.version > version)
    return refused(
      'template_newer',
      `The template was saved by a newer Carryover (its version is ${kind.data.version}, this one reads ${version}). Update Carryover, or ask for the mapping file.`,
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

function refused(code: TemplateFileProblem['code'], message: string, where = ''): TemplateFileResult {
  return { ok: false, problems: [{ code, message, where }] }
}

function otherFile(json: unknown): string {
  return readMappingFile(json).ok
    ? 'This is a mapping file, not a template: open it as the mapping of a batch and save it as a template.'
    : `This is not a template of Carryover: it does not say "format": "${format}".`
}

const wanted: Readonly<Record<string, string>> = {
  name: 'must be a name of 1 to 200 characters',
  savedAt: 'must be a date and time in UTC, such as 2026-03-04T09:30:00Z',
  supplier: 'must be text that is not empty, or be left out',
  source: 'must be text that is not empty, or be left out',
  layout: 'must be a list of sheets, each with its name and its columns, or be left out',
  version: `must be ${version}`,
}

function inWords(issue: z.core.$ZodIssue): TemplateFileProblem {
  const where = String(issue.path[0] ?? '')
  const message =
    issue.code === 'unrecognized_keys'
      ? `The template has ${issue.keys.map((key) => `“${key}”`).join(', ')}, which a template does not know: take it out.`
      : `In the template, ${where} ${Object.hasOwn(wanted, where) ? wanted[where] : 'is not right'}.`
  return { code: 'template_invalid', message, where }
}
