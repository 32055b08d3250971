// Mapping a batch that is read: suggestions, what is wrong, what an account would look like, and making it so.
import { generalPath } from '../../../shared/catalogue.ts'
import type { Catalogue } from '../../../shared/catalogue.ts'
import { joinAttr } from '../../../shared/attr-path.ts'
import { paths, supplierField } from '../../../shared/service.ts'
import { identityFields } from '../../../shared/identity.ts'
import { compileMapping } from '../../../shared/mapping.ts'
import { type LinkedSheet, type Mapping, mappingFile } from '../../../shared/mapping-file.ts'
import type { PlannedLink } from '../../../shared/mapping-plan.ts'
import { keyOf } from '../../../shared/mapping-plan.ts'
import type { AccountRows, RowWithLinked } from '../../../shared/payload.ts'
import type { SheetInfo, SourceRow } from '../../../shared/sheet.ts'
import { suggestMapping } from '../../../shared/suggest-mapping.ts'
import { createAccountBuilder } from '../building/account-builder.ts'
import { converterTools } from '../building/phones.ts'
import { failed } from '../failure.ts'
import type { StoredSheet } from '../store/rows.ts'
import { targetOf } from '../workshop.ts'
import { batchOf, type CallContext, connectionOf, os, unwrap } from './call-context.ts'

export function mappingCalls(context: CallContext) {
  const { store, catalogues, workshop, clock, news } = context
  const calls = os.mapping
  return {
    suggest: calls.suggest.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { catalogue } = unwrap(catalogues.find(input.catalogue), errors)
      const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
      if (sheets.every((sheet) => sheet.hidden || sheet.columns.length === 0)) {
        return unwrap(
          failed(
            'input',
            'no_columns',
            'No visible sheet of this file has a header row, so there is nothing to map.',
          ),
          errors,
        )
      }
      const fitting = templateFor(context, sheets, catalogue, input.supplier)
      if (fitting !== null) return fitting
      const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
      const template = connection === null ? paths.status : connection.settings.statusPath
      const suggestion = suggestMapping(sheets, catalogue, {
        supplier: input.supplier,
        identityFields: template === null ? [] : identityFields(template),
      })
      return {
        mapping: mappingFile.parse(suggestion.mapping),
        reasons: [...suggestion.reasons],
        unmapped: [...suggestion.unmapped],
      }
    }),
    check: calls.check.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { catalogue } = unwrap(catalogues.find(input.catalogue), errors)
      const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
      const compiled = compileMapping(input.mapping, sheets, catalogue, { supplier: input.supplier })
      return {
        problems: compiled.ok ? [] : [...compiled.problems],
        required: requiredFields(catalogue, fedPaths(input.mapping, input.supplier)),
      }
    }),
    preview: calls.preview.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { catalogue } = unwrap(catalogues.find(input.catalogue), errors)
      const sheets = store.rows.sheets(batch.id)
      const infos = sheets.map((sheet) => sheet.info)
      const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
      const target = targetOf(connection)
      const tools = converterTools(target.phoneRegion)
      const compiled = compileMapping(input.mapping, infos, catalogue, { supplier: input.supplier, tools })
      const main = compiled.ok ? sheets.find((sheet) => sheet.info.name === compiled.plan.sheet) : undefined
      if (!compiled.ok || main === undefined) return { accounts: 0, account: null }
      const accounts = main.rowCount ?? 0
      const row = store.rows.rowAt(batch.id, main.position, input.index)
      if (row === null) return { accounts, account: null }
      const build = createAccountBuilder({ plan: compiled.plan, catalogue, ...target, now: clock.now })
      const key = keyOf(row, compiled.plan.key)
      const rows =
        compiled.plan.groupsRows && key !== '' ? scan(context, batch.id, main, compiled.plan.key, key) : [row]
      const built = build(gatherUnstored(context, batch.id, main, rows, compiled.plan.linked, sheets))
      const { rows: refs, origins, omitted, problems, body } = built
      return {
        accounts,
        account: {
          position: input.index,
          key: built.key,
          rows: [...refs],
          payload: JSON.parse(new TextDecoder().decode(body)) as unknown,
          origins,
          omitted: [...omitted],
          problems: [...problems],
        },
      }
    }),
    apply: calls.apply.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      if (batch.stage !== 'mapping' && batch.stage !== 'open' && batch.stage !== 'failed') {
        unwrap(
          failed('input', 'batch_busy', `Batch ${batch.id} is still being loaded. Wait until it is done.`),
          errors,
        )
      }
      if (store.history.attemptsInBatch(batch.id) > 0) {
        unwrap(
          failed(
            'input',
            'mapping_locked',
            'Accounts of this batch were already sent, so its mapping stays as it is. Load the file as a new batch to map it otherwise.',
          ),
          errors,
        )
      }
      if (input.connection !== null) connectionOf(context, input.connection, errors)
      const chosen = unwrap(catalogues.find(input.catalogue), errors)
      const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
      const compiled = compileMapping(input.mapping, sheets, chosen.catalogue, { supplier: input.supplier })
      if (!compiled.ok) {
        const message = compiled.problems.map((problem) => problem.message).join('\n')
        unwrap(failed('input', 'mapping_invalid', message), errors)
      }
      const mapped = { mapping: input.mapping, catalogue: chosen.json, catalogueId: chosen.id }
      store.batches.setMapped(batch.id, mapped, input.supplier, input.connection)
      workshop.continueLoading(batchOf(context, batch.id, errors))
      news.batchChanged(batch.id)
    }),
  }
}

/** The newest template that fits these sheets column by column; the supplier may still be open. */
function templateFor(
  { store }: CallContext,
  sheets: readonly SheetInfo[],
  catalogue: Catalogue,
  supplier: string | null,
): { mapping: Mapping; reasons: Reason[]; unmapped: [] } | null {
  const newestFirst = store.templates.list().toSorted((a, b) => b.savedAt - a.savedAt)
  for (const { name } of newestFirst) {
    const mapping = store.templates.get(name)
    const compiled = mapping === null ? null : compileMapping(mapping, sheets, catalogue, { supplier })
    if (mapping === null || compiled === null) continue
    const fits = compiled.ok || compiled.problems.every((problem) => problem.code === 'supplier_missing')
    if (!fits) continue
    const reason = `The template “${name}” fits every column of this file.`
    return { mapping, reasons: reasonsOf(mapping, sheets, reason), unmapped: [] }
  }
  return null
}

type Reason = { sheet: string; column: string; field: string; certainty: 'certain'; reason: string }

function reasonsOf(mapping: Mapping, sheets: readonly SheetInfo[], reason: string): Reason[] {
  const all: Reason[] = []
  const add = (sheet: string, columns: Mapping['columns'], base: string): void => {
    for (const one of columns) {
      if ('field' in one) {
        all.push({
          sheet,
          column: one.column,
          field: joinAttr(base, one.field),
          certainty: 'certain',
          reason,
        })
      }
    }
  }
  const addLinked = (links: readonly LinkedSheet[], base: string): void => {
    for (const link of links) {
      const item = joinAttr(joinAttr(base, link.list), '*')
      add(link.sheet, [...link.columns], item)
      addLinked(link.linked ?? [], item)
    }
  }
  const main = mapping.sheet ?? sheets[0]?.name ?? ''
  add(main, mapping.columns, '')
  for (const { list, columns } of mapping.grouped) add(main, columns, joinAttr(list, '*'))
  addLinked(mapping.linked, '')
  return all
}

/** Every catalogue path that a mapping feeds, with `*` for indexes. */
function fedPaths(mapping: Mapping, supplier: string | null): Set<string> {
  const fed = new Set<string>(supplier === null ? [] : [supplierField])
  const addColumns = (columns: Mapping['columns'], base: string): void => {
    for (const column of columns) if ('field' in column) fed.add(generalPath(joinAttr(base, column.field)))
  }
  const addLinked = (linked: readonly LinkedSheet[], base: string): void => {
    for (const link of linked) {
      const item = joinAttr(joinAttr(base, link.list), '*')
      addColumns([...link.columns], item)
      addLinked(link.linked ?? [], item)
    }
  }
  addColumns(mapping.columns, '')
  for (const { field } of mapping.fixed) fed.add(generalPath(field))
  for (const { list, columns } of mapping.grouped) addColumns(columns, joinAttr(list, '*'))
  addLinked(mapping.linked, '')
  return fed
}

/** Required values of the root, and of every object or item that something feeds (service-spec.md section 2.1 rule 2). */
function requiredFields(
  catalogue: Catalogue,
  fed: ReadonlySet<string>,
): { path: string; title: string; covered: boolean }[] {
  const isFed = (path: string): boolean => [...fed].some((one) => one === path || one.startsWith(`${path}.`))
  return catalogue.fields
    .filter((field) => field.requiredInParent && field.name !== '*')
    .filter((field) => {
      const parent = field.path.split('.').slice(0, -1).join('.')
      return parent === '' || isFed(parent)
    })
    .map((field) => ({ path: field.path, title: field.label, covered: isFed(field.path) }))
}

/** Rows of one account before any key is stored: linked sheets are scanned. */
function gatherUnstored(
  context: CallContext,
  batch: number,
  main: StoredSheet,
  rows: readonly SourceRow[],
  links: readonly PlannedLink[],
  sheets: readonly StoredSheet[],
): AccountRows {
  const below = (parent: SourceRow, all: readonly PlannedLink[]): RowWithLinked[][] =>
    all.map((link) => {
      const sheet = sheets.find((one) => one.info.name === link.sheet)
      const key = keyOf(parent, link.parentKey)
      if (sheet === undefined || key === '') return []
      return scan(context, batch, sheet, link.key, key).map((row) => ({
        sheet: link.sheet,
        row,
        linked: below(row, link.linked),
      }))
    })
  return { main: rows.map((row) => ({ sheet: main.info.name, row, linked: below(row, links) })) }
}

function scan(
  { store }: CallContext,
  batch: number,
  sheet: StoredSheet,
  columns: readonly number[],
  key: string,
): SourceRow[] {
  const found: SourceRow[] = []
  for (let after = 0; ; ) {
    const page = store.rows.page(batch, sheet.position, after, 1000)
    const last = page.at(-1)
    if (last === undefined) return found
    found.push(...page.filter((row) => keyOf(row, columns) === key))
    after = last.row
  }
}
