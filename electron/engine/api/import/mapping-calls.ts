// API calls that map a batch: suggestions, errors, the preview of an account, and applying the mapping.
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { ConversionProposalView } from '../../../../shared/contract/import/mapping.ts'
import { maskText } from '../../../../shared/contract/privacy.ts'
import { proposeConversion } from '../../../../shared/mapping/conversions/propose/propose-conversion.ts'
import { withColumn } from '../../../../shared/mapping/draft.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import { compileMapping } from '../../../../shared/mapping/compile/compile.ts'
import type { PlannedLink } from '../../../../shared/mapping/plan.ts'
import { keyOf } from '../../../../shared/mapping/plan.ts'
import type { AccountRows, RowWithLinked } from '../../../../shared/payload/build.ts'
import { requiredFields } from '../../../../shared/mapping/required-fields.ts'
import type { SourceRow } from '../../../../shared/sheet/sheet.ts'
import { whatIf } from '../../../../shared/mapping/what-if.ts'
import { createAccountBuilder } from '../../accounts/build/account-builder.ts'
import { converterTools } from '../../accounts/build/phones.ts'
import { maskOf } from '../../accounts/masking/masks.ts'
import { createSchemaCheck } from '../../accounts/build/schema-check.ts'
import { failed } from '../../system/failure.ts'
import { mayForget } from '../../accounts/forgettable.ts'
import { explanationsOf, fullPath, proposalView, whatIfViewOf } from '../../import/mapping/mapping-answers.ts'
import { rowsAlong, rowsToTryOut } from '../../import/mapping/sample-rows.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import { tryColumn } from '../../import/mapping/try-column.ts'
import { readinessOf } from '../../import/mapping/readiness.ts'
import { suggestFor } from '../../import/mapping/suggesting.ts'
import { targetOfBatch } from '../../accounts/build/build-target.ts'
import {
  batchOf,
  type CallContext,
  connectionOf,
  type Inputs,
  os,
  type Refuse,
  unwrap,
} from '../call-context.ts'
import { message } from '../../../../shared/texts/create-message.ts'
import { lines } from '../../../../shared/texts/join.ts'

export function mappingCalls(context: CallContext) {
  const calls = os.mapping
  return {
    suggest: calls.suggest.handler(({ input, errors }) => suggest(context, input, errors)),
    check: calls.check.handler(({ input, errors }) => check(context, input, errors)),
    preview: calls.preview.handler(({ input, errors }) => preview(context, input, errors)),
    propose: calls.propose.handler(({ input, errors }) => propose(context, input, errors)),
    tryColumn: calls.tryColumn.handler(({ input, errors, signal }) => tryOut(context, input, errors, signal)),
    readiness: calls.readiness.handler(({ input, errors, signal }) =>
      readiness(context, input, errors, signal),
    ),
    whatIf: calls.whatIf.handler(({ input, errors }) => previewMapping(context, input, errors)),
    apply: calls.apply.handler(({ input, errors }) => apply(context, input, errors)),
  }
}

function suggest(context: CallContext, input: Inputs['mapping']['suggest'], errors: Refuse) {
  const { catalogues, store } = context
  const batch = batchOf(context, input.batch, errors)
  const { catalogue } = unwrap(catalogues.find(input.catalogue), errors)
  const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
  if (sheets.every((sheet) => sheet.hidden || sheet.columns.length === 0)) {
    return unwrap<never>(failed('input', 'no_columns', message('import.no_header_row')), errors)
  }
  return suggestFor(store, batch, catalogue, input.supplier)
}

function check(context: CallContext, input: Inputs['mapping']['check'], errors: Refuse) {
  const { catalogues, store } = context
  const batch = batchOf(context, input.batch, errors)
  const { catalogue } = unwrap(catalogues.find(input.catalogue), errors)
  const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
  const compiled = compileMapping(input.mapping, sheets, catalogue, { supplier: input.supplier })
  return {
    problems: compiled.ok ? [] : [...compiled.problems],
    required: requiredFields(catalogue, input.mapping, input.supplier),
  }
}

function preview(context: CallContext, input: Inputs['mapping']['preview'], errors: Refuse) {
  const { catalogues, store, clock, masking } = context
  const batch = batchOf(context, input.batch, errors)
  const { catalogue, json } = unwrap(catalogues.find(input.catalogue), errors)
  const masks = masking.ofDraft(batch, { mapping: input.mapping, catalogue: json })
  const sheets = store.rows.sheets(batch.id)
  const infos = sheets.map((sheet) => sheet.info)
  const target = targetOfBatch(store, batch)
  const tools = converterTools(target.phoneRegion)
  const compiled = compileMapping(input.mapping, infos, catalogue, { supplier: input.supplier, tools })
  const main = compiled.ok ? sheets.find((sheet) => sheet.info.name === compiled.plan.sheet) : undefined
  if (!compiled.ok || main === undefined) return { accounts: 0, account: null, explanations: [] }
  const accounts = main.rowCount ?? 0
  const row = store.rows.rowAt(batch.id, main.position, input.index)
  if (row === null) return { accounts, account: null, explanations: [] }
  const build = createAccountBuilder({ plan: compiled.plan, catalogue, ...target, now: clock.now })
  const key = keyOf(row, compiled.plan.key)
  const rows =
    compiled.plan.groupsRows && key !== '' ? scan(context, batch.id, main, compiled.plan.key, key) : [row]
  const collected = collectUnstored(context, batch.id, main, rows, compiled.plan.linked, sheets)
  const built = build(collected)
  const { rows: refs, origins, omitted, problems, body } = built
  const payload = JSON.parse(new TextDecoder().decode(body)) as unknown
  const hide = masks.hideOf(cellsIn(collected, sheets), payload, origins)
  return {
    accounts,
    account: {
      position: input.index,
      key: built.key,
      rows: [...refs],
      payload: masks.payload(payload, origins),
      origins,
      omitted: hide([...omitted]),
      problems: masks.problems(
        problems.map((problem) => {
          const { noValue: _, ...shown } = problem
          return shown
        }),
        hide,
      ),
    },
    explanations: explanationsOf(problems, { catalogue, payload, origins, omitted }).map((one) => ({
      ...one,
      sentence: hide(one.sentence),
    })),
  }
}

const nothingTried = { accounts: 0, ready: 0, columns: [], elsewhere: { errors: 0, message: '' } }
/** Stands for a supplier that is not chosen yet, so that the rest can be tried. */
const openSupplier = 'not chosen yet'

async function readiness(
  context: CallContext,
  input: Inputs['mapping']['readiness'],
  errors: Refuse,
  signal: AbortSignal | undefined,
) {
  const { catalogues, store, clock, masking } = context
  const batch = batchOf(context, input.batch, errors)
  const { catalogue, json } = unwrap(catalogues.find(input.catalogue), errors)
  const masks = masking.ofDraft(batch, { mapping: input.mapping, catalogue: json })
  const sheets = store.rows.sheets(batch.id)
  const infos = sheets.map((sheet) => sheet.info)
  const target = targetOfBatch(store, batch)
  const compiled = compileMapping(input.mapping, infos, catalogue, {
    supplier: input.supplier ?? openSupplier,
    tools: converterTools(target.phoneRegion),
  })
  const main = compiled.ok ? sheets.find((sheet) => sheet.info.name === compiled.plan.sheet) : undefined
  if (!compiled.ok || main === undefined) return nothingTried
  const build = createAccountBuilder({ plan: compiled.plan, catalogue, ...target, now: clock.now })
  const found = await readinessOf(store, batch.id, { plan: compiled.plan, build, main }, signal)
  return {
    ...found,
    columns: found.columns.map((one) =>
      masks.mayQuote(one.sheet, one.column) ? { ...one, message: message('accounts.masked_refused') } : one,
    ),
  }
}

type ColumnAtField = Pick<Inputs['mapping']['propose'], 'batch' | 'catalogue' | 'sheet' | 'column' | 'field'>

/** A column, and the field that it is to fill. */
function columnAtField(context: CallContext, input: ColumnAtField, errors: Refuse) {
  const { catalogues, store } = context
  const batch = batchOf(context, input.batch, errors)
  const { catalogue } = unwrap(catalogues.find(input.catalogue), errors)
  const sheet = store.rows.sheets(batch.id).find((one) => one.info.name === input.sheet)
  const column = sheet?.info.columns.find((one) => one.name === input.column)
  const field = catalogue.fieldAt(generalPath(input.field))
  if (sheet === undefined || column === undefined || field === null) {
    const why = message('import.nothing_to_propose', {
      column: input.column,
      sheet: input.sheet,
      field: input.field,
    })
    return unwrap<never>(failed('input', 'nothing_to_propose', why), errors)
  }
  const isMasked =
    batch.mapped !== null &&
    (context.masking.isMaskedName(batch, input.sheet, input.column) ||
      (field.sensitive && !context.masking.shownFields(batch.id).includes(generalPath(input.field))))
  return {
    batch,
    sheet,
    column,
    field,
    isMasked,
    tools: converterTools(targetOfBatch(store, batch).phoneRegion),
  }
}

async function tryOut(
  context: CallContext,
  input: Inputs['mapping']['tryColumn'],
  errors: Refuse,
  signal: AbortSignal | undefined,
) {
  const { batch, isMasked, ...at } = columnAtField(context, input, errors)
  const trial = await tryColumn(
    context.store,
    { ...at, batch: batch.id, conversion: input.conversion },
    signal,
  )
  if (!isMasked) return trial
  const why = message('accounts.masked_refused')
  return { ...trial, rest: trial.rest.map((one) => ({ ...one, text: maskOf(one.text), message: why })) }
}

function propose(context: CallContext, input: Inputs['mapping']['propose'], errors: Refuse) {
  const { store } = context
  const { batch, sheet, column, field, isMasked, tools } = columnAtField(context, input, errors)
  const values = rowsAlong(store, batch.id, sheet).map((row) => ({
    text: row.cells[column.index] ?? '',
    kept: row.kept?.[column.index] ?? null,
  }))
  const proposal = proposeConversion(field, values, {
    tools,
    ...(input.zone === undefined ? {} : { zone: input.zone }),
  })
  return isMasked ? maskedProposal(proposalView(proposal)) : proposalView(proposal)
}

/** A proposal says why with values of the column; tables and questions consist of them. */
function maskedProposal(proposal: ConversionProposalView): ConversionProposalView {
  if (proposal.kind === 'fits') return proposal
  if (proposal.kind === 'proposed') return { ...proposal, reason: message('accounts.proposed_for_masked') }
  return { kind: 'none', reason: message('accounts.not_proposed_for_masked'), evidence: null }
}

function previewMapping(context: CallContext, input: Inputs['mapping']['whatIf'], errors: Refuse) {
  const { catalogues, store, clock, masking } = context
  const batch = batchOf(context, input.batch, errors)
  const { catalogue, json } = unwrap(catalogues.find(input.catalogue), errors)
  const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
  const main = input.mapping.sheet ?? sheets[0]?.name ?? ''
  const { phoneRegion } = targetOfBatch(store, batch)
  const check = createSchemaCheck(catalogue, { now: clock.now, phoneRegion })
  const { sheet, column, field, conversion, instead } = input
  const to = field === null ? null : { field, ...(conversion === undefined ? {} : { conversion }) }
  const after = withColumn(input.mapping, main, { sheet, column, to, instead })
  const masks = masking.ofDraft(batch, { mapping: after, catalogue: json })
  const view = whatIfViewOf(
    whatIf({
      before: input.mapping,
      after,
      field: fullPath(input.mapping, sheet, main, field ?? ''),
      sheets,
      rows: rowsToTryOut(store, batch.id, main),
      catalogue,
      supplier: input.supplier,
      check,
      tools: converterTools(phoneRegion),
    }),
  )
  return {
    ...view,
    values: view.values.map((one) => {
      if (!masks.isFrom(one.origin)) return one
      const { problem: _, ...value } = one
      return one.problem === undefined
        ? { ...value, value: maskText }
        : { ...value, problem: message('accounts.masked_refused') }
    }),
  }
}

function apply(context: CallContext, input: Inputs['mapping']['apply'], errors: Refuse) {
  const { store, catalogues, batchWork, eventBus, clock } = context
  const batch = batchOf(context, input.batch, errors)
  if (batch.stage !== 'mapping' && batch.stage !== 'open' && batch.stage !== 'failed') {
    unwrap(failed('input', 'batch_busy', message('import.batch_is_loading', { batch: batch.id })), errors)
  }
  unwrap(mayForget(store, batch.id, mappingLocked), errors)
  const connection = input.connection === null ? null : connectionOf(context, input.connection, errors)
  if (connection !== null && lacksCatalogue(connection))
    unwrap(
      failed(
        'input',
        'catalogue_not_chosen',
        message('import.catalogue_not_chosen', { connection: connection.name }),
      ),
      errors,
    )
  const chosen = unwrap(catalogues.find(input.catalogue), errors)
  const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
  const compiled = compileMapping(input.mapping, sheets, chosen.catalogue, { supplier: input.supplier })
  if (!compiled.ok) {
    const faults = lines(compiled.problems.map((problem) => problem.message))
    unwrap(failed('input', 'mapping_invalid', faults), errors)
  }
  const mapped = { mapping: input.mapping, catalogue: chosen.json, catalogueId: chosen.id }
  const { supplier, connection: connectionId } = input
  store.batches.setMapped(batch.id, mapped, { supplier, connectionId }, clock.now())
  store.templates.countDecisions(fedColumns(input.mapping))
  batchWork.build(batch.id)
  eventBus.batchChanged(batch.id)
}

const mappingLocked = { code: 'mapping_locked', message: message('import.mapping_stays') }

/** The illustrative catalogue is for our own sandbox; for any other service a person chooses one. */
function lacksCatalogue({ environment, settings }: StoredConnection): boolean {
  return environment !== 'practice' && settings.catalogue === null
}

/** The rows of an account with their sheets, at any depth. */
function cellsIn({ main }: AccountRows, sheets: readonly StoredSheet[]) {
  const below = (rows: readonly RowWithLinked[]): RowWithLinked[] =>
    rows.flatMap((one) => [one, ...below(one.linked.flat())])
  return below(main).flatMap(({ sheet: name, row }) => {
    const sheet = sheets.find(({ info }) => info.name === name)
    return sheet === undefined ? [] : [{ sheet, cells: row.cells }]
  })
}

/** Rows of one account before any key is stored: scans the linked sheets. */
function collectUnstored(
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
