// A small catalogue for tests of mappings and payloads, and helpers to build one account.
import { readCatalogue } from '../../shared/catalogue/catalogue.ts'
import type { Catalogue } from '../../shared/catalogue/catalogue.ts'
import { compileMapping } from '../../shared/mapping/compile/compile.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import type { MappingInput } from '../../shared/mapping/file.ts'
import type { Plan } from '../../shared/mapping/plan.ts'
import type { RowWithLinked } from '../../shared/payload/build.ts'
import { nameColumns } from '../../shared/sheet/name-columns.ts'
import type { SheetInfo } from '../../shared/sheet/sheet.ts'
import { inEnglish } from '../../shared/texts/message.ts'

const text = { type: 'string' }
const list = (properties: object): object => ({ type: 'array', items: { type: 'object', properties } })

export function smallCatalogue(): Catalogue {
  const read = readCatalogue({
    type: 'object',
    required: ['import_supplier', 'external_account_number'],
    properties: {
      import_supplier: text,
      external_account_number: text,
      sold: { type: 'string', format: 'date' },
      billing_address: { type: 'object', properties: { country: text, street: text } },
      customers: list({
        given_name: text,
        landline: text,
        age: { type: 'integer' },
        consents: list({ type: text }),
      }),
      sites: list({ street: text, meters: list({ serial: text, reads: list({ value: text }) }) }),
      tags: { type: 'array', items: text },
    },
  })
  if (!read.ok) throw new Error(inEnglish(read.failure.message))
  return read.catalogue
}

export function sheet(name: string, ...headers: string[]): SheetInfo {
  return { name, hidden: false, headerRow: 1, columns: nameColumns(headers) }
}

export function planOf(
  mapping: MappingInput,
  sheets: readonly SheetInfo[],
  supplier: string | null = 'ACME',
): Plan {
  const compiled = compileMapping(mappingFile.parse(mapping), sheets, smallCatalogue(), { supplier })
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => inEnglish(problem.message)).join('\n'))
  return compiled.plan
}

export function row(
  name: string,
  number: number,
  cells: readonly string[],
  ...linked: RowWithLinked[][]
): RowWithLinked {
  return { sheet: name, row: { row: number, cells }, linked }
}
