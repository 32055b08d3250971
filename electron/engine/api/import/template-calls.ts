// API calls about templates: save them with their origin, fit them to another file, export and import them as
// files.
import { basename } from 'node:path'
import { mappingFile } from '../../../../shared/mapping/file.ts'
import { fitTemplate } from '../../../../shared/mapping/templates/fit-template.ts'
import { printTemplateFile, readTemplateFile } from '../../../../shared/mapping/templates/template-file.ts'
import { fileNameOf } from '../../store/import/batches.ts'
import { readStored } from '../../system/files/stored-file.ts'
import { failed, messageOf, type Result, success } from '../../system/failure.ts'
import { writeTextFile } from '../../system/text-file.ts'
import type { StoredTemplate } from '../../store/import/templates.ts'
import { batchOf, type CallContext, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'
import { message } from '../../../../shared/texts/create-message.ts'
import { lines } from '../../../../shared/texts/join.ts'

/** More than any template has. */
const longestFile = 4 * 1024 * 1024

export function templateCalls(context: CallContext) {
  const { store } = context
  const calls = os.templates

  return {
    list: calls.list.handler(() => store.templates.list()),
    save: calls.save.handler(({ input, errors }) => save(context, input, errors)),
    load: calls.load.handler(
      ({ input, errors }) => templateOf(context, input.name, errors, input.savedAt).mapping,
    ),
    fit: calls.fit.handler(({ input, errors }) => fit(context, input, errors)),
    remove: calls.remove.handler(({ input }) => store.templates.remove(input.name)),
    print: calls.print.handler(({ input, errors }) => printed(context, input.name, errors)),
    write: calls.write.handler(({ input, errors }) => write(context, input, errors)),
    read: calls.read.handler(({ input, errors }) => read(context, input, errors)),
  }
}

function templateOf({ store }: CallContext, name: string, errors: Refuse, savedAt?: number): StoredTemplate {
  const template = store.templates.get(name, savedAt)
  const missing = failed('input', 'no_such_template', message('import.no_such_template', { name }))
  return unwrap(template === null ? missing : success(template), errors)
}

function printed(context: CallContext, name: string, errors: Refuse): { fileName: string; text: string } {
  const { mapping, savedAt, supplier, source, layout } = templateOf(context, name, errors)
  const text = printTemplateFile({
    name,
    savedAt: new Date(savedAt).toISOString(),
    ...(supplier === null ? {} : { supplier }),
    ...(source === null ? {} : { source }),
    ...(layout === null ? {} : { layout: [...layout] }),
    mapping,
  })
  return {
    fileName: `${name.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim() || 'template'}.carryover.json`,
    text,
  }
}

function save(context: CallContext, input: Inputs['templates']['save'], errors: Refuse) {
  const { store, clock } = context
  const batch = input.batch === undefined ? null : batchOf(context, input.batch, errors)
  store.templates.save({
    name: input.name,
    savedAt: clock.now(),
    mapping: input.mapping,
    supplier: input.supplier ?? batch?.supplier ?? null,
    source: batch === null ? null : fileNameOf(batch),
    layout:
      batch === null
        ? null
        : store.rows
            .sheets(batch.id)
            .map(({ info }) => ({ sheet: info.name, columns: info.columns.map(({ name }) => name) })),
  })
}

function fit(context: CallContext, input: Inputs['templates']['fit'], errors: Refuse) {
  const { store } = context
  const { mapping, layout } = templateOf(context, input.name, errors, input.savedAt)
  const sheets = store.rows.sheets(batchOf(context, input.batch, errors).id).map((sheet) => sheet.info)
  const fitted = fitTemplate({ mapping, ...(layout === null ? {} : { layout }) }, sheets)
  // A text file's only sheet is named like the file, so its name says nothing.
  const reported = fitted.differences.filter(
    (one) => sheets.length > 1 || one.column !== null || one.kind !== 'renamed',
  )
  return { mapping: mappingFile.parse(fitted.mapping), differences: reported }
}

async function write(context: CallContext, input: Inputs['templates']['write'], errors: Refuse) {
  const printedFile = printed(context, input.name, errors)
  return { path: unwrap(await writeTextFile(input.folder, printedFile), errors) }
}

async function read({ store }: CallContext, input: Inputs['templates']['read'], errors: Refuse) {
  const text = unwrap(await textOf(input.path), errors)
  const read = readTemplateFile(text)
  if (!read.ok) {
    const faults = lines(read.problems.map((problem) => problem.message))
    return unwrap<never>(failed('input', read.problems[0]?.code ?? 'template_invalid', faults), errors)
  }
  const { name, savedAt, supplier = null, source = null, layout = null, mapping } = read.template
  store.templates.save({ name, savedAt: Date.parse(savedAt), mapping, supplier, source, layout })
  return { name }
}

async function textOf(path: string): Promise<Result<string>> {
  const name = basename(path)
  try {
    const bytes = await readStored(path)
    if (bytes.length > longestFile)
      return failed('input', 'template_other_file', message('import.template_too_large', { name }))
    return success(bytes.toString('utf8'))
  } catch (error) {
    const why = message('import.template_not_readable', { name, why: messageOf(error) })
    return failed('input', 'file_unreadable', why)
  }
}
