// API calls that only inspect files; nothing is stored.
import { mappingFile } from '../../../../shared/mapping/file.ts'
import { rowOfText } from '../../../../shared/sheet/sheet.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest/suggest.ts'
import { failed, fileRefused } from '../../system/failure.ts'
import { previewSheets } from '../../import/loading.ts'
import { filesGiven } from '../../import/several-files.ts'
import { type CallContext, os, unwrap } from '../call-context.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export function fileCalls({ reader, catalogues }: CallContext) {
  return {
    read: os.files.read.handler(async function* ({ input, errors, signal }) {
      const { path, ...options } = input
      for await (const message of reader(path, options, signal ?? new AbortController().signal)) {
        if (message.kind === 'refused') unwrap(fileRefused(message.failure), errors)
        else if (message.kind === 'rows') yield { ...message, rows: message.rows.map(rowOfText) }
        else yield message
      }
    }),
    suggestMapping: os.files.suggestMapping.handler(async ({ input, errors }) => {
      const { catalogue, supplier, identityFields, ...files } = input
      const sheets = unwrap(await previewSheets(reader, filesGiven(files)), errors)
      const chosen = unwrap(await catalogues.choose(catalogue), errors)
      if (sheets.every((sheet) => sheet.hidden || sheet.columns.length === 0)) {
        return unwrap(failed('input', 'no_columns', message('import.no_header_row')), errors)
      }
      const suggestion = suggestMapping(sheets, chosen.catalogue, { supplier, identityFields })
      return {
        mapping: mappingFile.parse(suggestion.mapping),
        reasons: [...suggestion.reasons],
        offers: [...suggestion.offers],
        unmapped: [...suggestion.unmapped],
        questions: [...suggestion.questions],
      }
    }),
  }
}
