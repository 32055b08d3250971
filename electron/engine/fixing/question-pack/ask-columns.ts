// Facts about a column that a question needs: its field, the choices that its conversion accepts as written,
// whether it is sensitive, and whether it links rows to accounts. Computed once for a batch with its current
// mapping.
import type { CatalogueField } from '../../../../shared/catalogue/catalogue.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { Conversion, ConversionStep } from '../../../../shared/mapping/file.ts'
import type { LeafNode, Plan, PlannedLink, PlanNode } from '../../../../shared/mapping/plan.ts'
import type { AskedField } from '../../../../shared/fixing/question-words.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { planFor } from '../../import/loading.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'
import { type BuildTarget, targetOfBatch } from '../../accounts/build/build-target.ts'
import { message, type Said } from '../../../../shared/texts/create-message.ts'

export type AskColumn = {
  readonly sheet: StoredSheet
  readonly index: number
  readonly name: string
  /** The catalogue's title of the field, or the column's name. */
  readonly label: Said
  readonly field: AskedField | null
  readonly sensitive: boolean
  /** As a cell of this column must write them; empty if there are no choices. */
  readonly choices: readonly string[]
  readonly ties: boolean
}

export type AskCompiledMapping = {
  readonly batch: StoredBatch
  readonly mapped: NonNullable<StoredBatch['mapped']>
  readonly plan: Plan
  readonly sheets: readonly StoredSheet[]
  readonly main: StoredSheet
  readonly target: BuildTarget
  /** `field`: the general path of the problem, if a column feeds several. */
  readonly columnAt: (sheet: number, col: number, field?: string | null) => AskColumn | null
  readonly columnNamed: (sheet: string, column: string) => AskColumn | null
  /** The account's current first row on the main sheet. */
  readonly cellsOfAccount: (account: number) => readonly string[]
}

type FedLeaf = { readonly sheet: string; readonly leaf: LeafNode }

export function askCompiledMapping(store: Store, batch: StoredBatch): Result<AskCompiledMapping> {
  const { mapped } = batch
  if (batch.stage !== 'open' || mapped === null)
    return failed('input', 'batch_not_loaded', message('system.batch_not_loaded_yet', { batch: batch.id }))
  const checking = store.dirty.count(batch.id)
  if (checking > 0) return failed('input', 'batch_busy', message('questions.batch_busy', { n: checking }))
  const target = targetOfBatch(store, batch)
  const sheets = store.rows.sheets(batch.id)
  const infos = sheets.map((sheet) => sheet.info)
  const planned = planFor(mapped.mapping, infos, mapped.catalogue, batch.supplier, target.phoneRegion)
  if (!planned.ok) return planned
  const { plan } = planned.value
  const main = sheets.find((sheet) => sheet.info.name === plan.sheet)
  if (main === undefined) throw new Error(`The plan names a sheet that was not read: ${plan.sheet}`)
  const facts: ColumnFacts = {
    sheets,
    leaves: leavesOf(plan),
    fed: fedColumns(mapped.mapping, plan.sheet),
    tying: tyingColumns(plan),
    known: new Map(),
  }
  return success({
    batch,
    mapped,
    plan,
    sheets,
    main,
    target,
    columnAt: (sheet, col, field = null) => columnAt(facts, sheet, col, field),
    columnNamed: (sheet, column) => {
      const at = sheets.find((one) => one.info.name === sheet)
      const found = at?.info.columns.find((one) => one.name === column)
      return at === undefined || found === undefined ? null : columnAt(facts, at.position, found.index, null)
    },
    cellsOfAccount: (account) => store.questions.cellsOfAccount(batch.id, account, main.position),
  })
}

/** What the facts about a column come from, and those that were asked for already. */
type ColumnFacts = {
  readonly sheets: readonly StoredSheet[]
  readonly leaves: readonly FedLeaf[]
  readonly fed: ReturnType<typeof fedColumns>
  readonly tying: ReadonlyMap<string, ReadonlySet<number>>
  readonly known: Map<string, AskColumn | null>
}

function columnAt(facts: ColumnFacts, sheet: number, col: number, field: string | null): AskColumn | null {
  const name = JSON.stringify([sheet, col, field])
  const known = facts.known.get(name)
  if (known !== undefined) return known
  const column = askColumn(facts, sheet, col, field)
  facts.known.set(name, column)
  return column
}

function askColumn(
  { sheets, leaves, fed, tying }: ColumnFacts,
  position: number,
  col: number,
  path: string | null,
): AskColumn | null {
  const sheet = sheets.find((one) => one.position === position)
  const column = sheet?.info.columns.find((one) => one.index === col)
  if (sheet === undefined || column === undefined) return null
  const { name } = sheet.info
  const here = leaves.filter(
    ({ sheet: other, leaf }) => other === name && leaf.source.kind === 'cell' && leaf.source.column === col,
  )
  const leaf = (here.find((one) => one.leaf.field.path === path) ?? here[0])?.leaf
  const steps = stepsOf(fed.find((one) => one.sheet === name && one.column === column.name)?.conversion)
  const choices = leaf === undefined ? [] : choicesOf(leaf, steps)
  return {
    sheet,
    index: col,
    name: column.name,
    label: leaf?.field.label ?? column.name,
    field: leaf === undefined ? null : askedField(leaf.field, steps, choices),
    sensitive: here.some((one) => one.leaf.field.sensitive),
    choices,
    ties: tying.get(name)?.has(col) === true,
  }
}

function leavesOf(plan: Plan): FedLeaf[] {
  const walk = (node: PlanNode, sheet: string, links: readonly PlannedLink[]): FedLeaf[] => {
    if (node.kind === 'leaf') return [{ sheet, leaf: node }]
    if (node.kind === 'object') return node.children.flatMap((child) => walk(child, sheet, links))
    return [
      ...node.items.flatMap((item) => walk(item.node, sheet, links)),
      ...node.grouped.flatMap((item) => walk(item, sheet, links)),
      ...node.linked.flatMap(({ link, item }) => {
        const below = links[link]
        return below === undefined ? [] : walk(item, below.sheet, below.linked)
      }),
    ]
  }
  return walk(plan.root, plan.sheet, plan.linked)
}

/** Columns whose text determines the account of a row, by sheet name. */
function tyingColumns(plan: Plan): ReadonlyMap<string, ReadonlySet<number>> {
  const keys = new Map<string, Set<number>>()
  const add = (sheet: string, columns: readonly number[]): void => {
    keys.set(sheet, new Set([...(keys.get(sheet) ?? []), ...columns]))
  }
  const walk = (parent: string, links: readonly PlannedLink[]): void => {
    for (const link of links) {
      add(parent, link.parentKey)
      add(link.sheet, link.key)
      walk(link.sheet, link.linked)
    }
  }
  add(plan.sheet, plan.key)
  walk(plan.sheet, plan.linked)
  return keys
}

function stepsOf(conversion: Conversion | undefined): readonly ConversionStep[] {
  if (conversion === undefined) return []
  return conversion.kind === 'steps' ? conversion.steps : [conversion]
}

/** Texts that the column's own conversion turns into the field's choices. */
function choicesOf({ field, source }: LeafNode, steps: readonly ConversionStep[]): string[] {
  if (source.kind !== 'cell' || source.joined !== undefined) return []
  const gives = (word: string, wanted: unknown): boolean => {
    const read = source.convert(word, null)
    return read.ok && read.value === wanted
  }
  const yesNo = steps.find((step) => step.kind === 'boolean')
  if (yesNo !== undefined) return [yesNo.yes[0] ?? '', yesNo.no[0] ?? ''].filter((word) => word !== '')
  const table = steps.find((step) => step.kind === 'choice')
  const wanted = field.kind === 'boolean' ? [true, false] : (field.choices ?? [])
  const words = wanted.flatMap((choice) => {
    const own = String(choice)
    if (gives(own, choice)) return [own]
    const known = Object.keys(table?.values ?? {}).find((word) => gives(word, choice))
    return known === undefined ? [] : [known]
  })
  return words.length === wanted.length ? words : []
}

function askedField(
  field: CatalogueField,
  steps: readonly ConversionStep[],
  choices: readonly string[],
): AskedField {
  const date = steps.find((step) => step.kind === 'date' || step.kind === 'datetime')
  const { label, format, kind, minLength, maxLength, minimum, maximum } = field
  return {
    label,
    format,
    kind,
    minLength,
    maxLength,
    minimum,
    maximum,
    required: field.requiredInParent,
    datePattern: date?.pattern ?? null,
    hasChoices: choices.length > 0,
  }
}
