// Templates that a team shares, by their names. A batch keeps the mapping that it was given: a version that arrives is only
// used where somebody chooses the template again.
import { z } from 'zod'
import { type ColumnMapping, type LinkedSheet, mappingFile } from '../../../../../shared/mapping/file.ts'
import { sheetLayout } from '../../../../../shared/mapping/templates/template-file.ts'
import { message } from '../../../../../shared/texts/message.ts'
import type { Store } from '../../../store/store.ts'
import { defineKind, type Part } from './kind.ts'

const template = z.strictObject({
  mapping: mappingFile,
  supplier: z.string().max(200).nullable(),
  source: z.string().max(1000).nullable(),
  layout: z.array(sheetLayout).nullable(),
})
type Template = z.infer<typeof template>
type Columns = readonly ColumnMapping[]

export function templateKind({ templates }: Pick<Store, 'templates'>, now: () => number) {
  return defineKind<Template>({
    schema: template,
    keys: () => templates.list().map(({ name }) => name),
    stamp: () => JSON.stringify(templates.list().map(({ name, savedAt }) => [name, savedAt])),
    isFor: (key) => key.trim() === key && key !== '' && key.length <= 200,
    read(key) {
      const found = templates.get(key)
      if (found === null) return null
      const { mapping, supplier, source, layout } = found
      return { mapping, supplier, source, layout: layout === null ? null : [...layout] }
    },
    apply(key, content) {
      templates.save({ name: key, savedAt: now(), ...content })
      return null
    },
    parts: partsOf,
  })
}

function partsOf({ mapping, supplier, source, layout }: Template): Part[] {
  const { key, sheet = '', columns, fixed, linked, grouped } = mapping
  return [
    { id: 'key', label: message('knowledge.part_key'), text: key },
    ...(sheet === '' ? [] : [{ id: 'sheet', label: message('knowledge.part_sheet'), text: sheet }]),
    ...columnsOf(columns, sheet),
    ...linked.flatMap((one) => linkedParts(one)),
    ...grouped.flatMap((one) => columnsOf(one.columns, sheet, `${one.list} `)),
    ...fixed.map(({ field, value }) => ({
      id: `fixed ${field}`,
      label: message('knowledge.part_fixed', { field }),
      text: String(value),
    })),
    { id: 'supplier', label: message('knowledge.part_supplier'), text: supplier ?? '' },
    { id: 'source', label: message('knowledge.part_source'), text: source ?? '' },
    ...(layout ?? []).map((one) => ({
      id: `layout ${one.sheet}`,
      label: message('knowledge.part_layout', { sheet: one.sheet }),
      text: one.columns.join(', '),
    })),
  ]
}

function linkedParts({ sheet, key, parentKey, list, columns, linked = [] }: LinkedSheet): Part[] {
  const names = (of: string | readonly string[] | undefined): string => [of ?? []].flat().join(', ')
  return [
    {
      id: `linked ${sheet} ${list}`,
      label: message('knowledge.part_linked', { sheet }),
      text: `${list}: ${names(key)}${parentKey === undefined ? '' : ` = ${names(parentKey)}`}`,
    },
    ...columnsOf(columns, sheet, `${list} `),
    ...linked.flatMap((one) => linkedParts(one)),
  ]
}

/** A part for each column: a column may feed several fields. */
function columnsOf(columns: Columns, sheet: string, list = ''): Part[] {
  return [...Map.groupBy(columns, ({ column }) => column)].map(([column, all]) => ({
    id: `column ${sheet} ${list}${column}`,
    label:
      sheet === ''
        ? message('knowledge.part_column', { column })
        : message('knowledge.part_sheet_column', { column, sheet }),
    text: all.map((one) => ('ignore' in one ? '–' : feeds(one))).join('; '),
  }))
}

function feeds({ field, conversion }: Exclude<Columns[number], { readonly ignore: true }>): string {
  if (conversion === undefined) return field
  const { kind, ...rest } = conversion
  const settings = Object.entries(rest).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${field}, ${kind}${settings.length === 0 ? '' : ` (${settings.join(', ')})`}`
}
