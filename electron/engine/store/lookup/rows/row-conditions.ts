// Converts a row filter to SQL conditions over the rows of a sheet, their accounts and their problems: one per part
// of the filter. Table walks and index searches share the conditions, so both select the same rows.
import type { RowFilter } from '../../../../../shared/fixing/row-filter.ts'
import { containsSql, textSearch } from './text-search.ts'

type Values = Readonly<Record<string, unknown>>
export type Conditions = { readonly sql: string; readonly values: Values }

export type Part = Conditions & {
  /**
   * What the condition reads: account: the account of a row, which must have one; any: the account, or its absence;
   * cells: the row's texts; row: only its number.
   */
  readonly looksAt: 'account' | 'any' | 'cells' | 'row'
  /**
   * A statement that returns the numbers of all matching rows, some possibly twice, from an index; null: only a walk
   * can tell.
   */
  readonly from: string | null
}

/** A sheet's rows joined with their accounts. */
export const joins = `source_row r
  LEFT JOIN account_row ar ON ar.batch_id = r.batch_id AND ar.sheet = r.sheet AND ar.row = r.row
  LEFT JOIN account a ON a.id = ar.account_id
  LEFT JOIN stray_row s ON s.batch_id = r.batch_id AND s.sheet = r.sheet AND s.row = r.row`

/** CROSS JOIN keeps the order: from the accounts to their rows, both by index. */
const rowsOfAccounts =
  'SELECT r.row FROM account a CROSS JOIN account_row r ON r.account_id = a.id AND r.sheet = @sheet WHERE a.batch_id = @batch'

/** Filters on a row's account, its problems or its cells; null without a filter. */
export function conditionsOf(filter: RowFilter | undefined): Conditions | null {
  const parts = partsOf(filter)
  return parts.length === 0 ? null : together(parts)
}

/** Joined by AND. */
export function together(parts: readonly Conditions[]): Conditions {
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    values: Object.assign({}, ...parts.map(({ values }) => values)) as Values,
  }
}

/** The account's condition comes first. */
export function partsOf(filter: RowFilter | undefined): Part[] {
  if (filter === undefined) return []
  const { text, values, edit, account, list } = filter
  return [
    ...(account === undefined ? [] : [ofAccount(account)]),
    ...(edit === undefined ? [] : [ofEdit(edit)]),
    ...(list === undefined ? [] : [ofList(list)]),
    ...currentState(filter),
    ...problem(filter),
    ...held(filter),
    ...(filter.changed === true ? [changed] : []),
    ...(values === undefined ? [] : [amongTexts(values)]),
    ...(text === undefined || text === '' ? [] : [containing(text)]),
  ]
}

/** Excluded accounts have no state if they are left out, so one condition is enough. */
function currentState({ states = [], outcomes = [], excluded }: RowFilter): Part[] {
  const either = [
    ...(states.length === 0 ? [] : ['a.state IN (SELECT value FROM json_each(@states))']),
    ...(outcomes.length === 0 ? [] : ['a.outcome IN (SELECT value FROM json_each(@outcomes))']),
  ]
  if (either.length === 0) return []
  const among = `(${either.join(' OR ')})`
  const sql = excluded === false ? `(${among} AND a.excluded = 0)` : among
  const anyState = JSON.stringify(outcomes.length === 0 ? states : [...new Set([...states, 'done'])])
  return [
    {
      sql,
      values: {
        anyState,
        ...(states.length === 0 ? {} : { states: JSON.stringify(states) }),
        ...(outcomes.length === 0 ? {} : { outcomes: JSON.stringify(outcomes) }),
      },
      looksAt: 'account',
      from: `${rowsOfAccounts} AND a.state IN (SELECT value FROM json_each(@anyState)) AND ${sql}`,
    },
  ]
}

/** An account appears with all its rows, unless the column determines the row of the problem. */
function problem({ code, field, column, shape, since }: RowFilter): Part[] {
  if ([code, field, column, shape, since].every((one) => one === undefined)) return []
  const asked = [
    // A problem left to the service no longer counts for the row.
    'p.stale <> 2',
    ...(code === undefined ? [] : ['p.code IS @code']),
    ...(field === undefined ? [] : ['p.field IS @field']),
    ...(shape === undefined ? [] : ['p.shape = @shape']),
    ...(since === undefined ? [] : ['p.at >= @since']),
  ]
  const onColumn = column === undefined ? [] : ['p.sheet = r.sheet', 'p.row = r.row', 'p.col = @column']
  const where = ['p.batch_id = @batch', ...asked].join(' AND ')
  return [
    {
      sql: `EXISTS (SELECT 1 FROM problem p WHERE ${['p.account_id = a.id', ...asked, ...onColumn].join(' AND ')})`,
      values: {
        ...(code === undefined ? {} : { code }),
        ...(field === undefined ? {} : { field }),
        ...(shape === undefined ? {} : { shape }),
        ...(since === undefined ? {} : { since }),
        ...(column === undefined ? {} : { column }),
      },
      looksAt: 'account',
      from:
        column === undefined
          ? `SELECT r.row FROM problem p CROSS JOIN account_row r ON r.account_id = p.account_id AND r.sheet = @sheet WHERE ${where}`
          : `SELECT p.row FROM problem p CROSS JOIN account_row r ON r.batch_id = p.batch_id AND r.sheet = p.sheet AND r.row = p.row
             WHERE ${where} AND p.sheet = @sheet AND p.col = @column AND r.account_id = p.account_id`,
    },
  ]
}

function held(filter: RowFilter): Part[] {
  const only = 'a.held_reason IS NOT NULL AND a.excluded = 0'
  const parts: Part[] = []
  if (filter.held === true)
    parts.push({ sql: `(${only})`, values: {}, looksAt: 'account', from: `${rowsOfAccounts} AND ${only}` })
  if (filter.held === false)
    parts.push({ sql: '(a.held_reason IS NULL)', values: {}, looksAt: 'any', from: null })
  if (filter.excluded === true)
    parts.push({
      sql: '(a.excluded = 1)',
      values: {},
      looksAt: 'account',
      from: `${rowsOfAccounts} AND a.excluded = 1`,
    })
  // A row without an account is not excluded either.
  const hasActive = (filter.states ?? []).length + (filter.outcomes ?? []).length > 0
  if (filter.excluded === false && !hasActive)
    parts.push({ sql: '(ifnull(a.excluded, 0) = 0)', values: {}, looksAt: 'any', from: null })
  return parts
}

const changed: Part = {
  sql: 'EXISTS (SELECT 1 FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row)',
  values: {},
  looksAt: 'row',
  from: 'SELECT DISTINCT row FROM cell_now WHERE batch_id = @batch AND sheet = @sheet',
}

function ofEdit(edit: number): Part {
  const rows = `SELECT c.row FROM edit_cell c WHERE c.edit_id = @edit AND c.sheet = @sheet
    AND EXISTS (SELECT 1 FROM edit e WHERE e.id = @edit AND e.batch_id = @batch)`
  return { sql: `r.row IN (${rows})`, values: { edit }, looksAt: 'row', from: rows }
}

function ofAccount(account: number): Part {
  const rows =
    'SELECT own.row FROM account_row own WHERE own.account_id = @account AND own.batch_id = @batch AND own.sheet = @sheet'
  return { sql: `r.row IN (${rows})`, values: { account }, looksAt: 'row', from: rows }
}

/** From the keys of the list to their accounts, by index: never along all accounts of the batch. */
export const accountsOfList = `account_list_key k CROSS JOIN account a INDEXED BY account_by_key ON a.key = k.key
  AND a.batch_id = @batch`

function ofList(list: number): Part {
  return {
    sql: 'a.key IN (SELECT key FROM account_list_key WHERE list_id = @list)',
    values: { list },
    looksAt: 'account',
    from: `SELECT r.row FROM ${accountsOfList} CROSS JOIN account_row r ON r.account_id = a.id AND r.sheet = @sheet
      WHERE k.list_id = @list`,
  }
}

/** The text of an edit counts; the original text below it does not. */
function amongTexts({ column, texts }: NonNullable<RowFilter['values']>): Part {
  return {
    sql: `coalesce((SELECT n.text FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row AND n.col = @valueColumn),
      r.cells ->> CAST(@valueColumn AS INTEGER), '') IN (SELECT value FROM json_each(@valueTexts))`,
    values: { valueColumn: column, valueTexts: JSON.stringify(texts) },
    looksAt: 'cells',
    from: null,
  }
}

/** Searches the stored JSON text of the row first: most rows need no parsing. */
function containing(text: string): Part {
  const cell = textSearch(text)
  const raw = textSearch(JSON.stringify(text).slice(1, -1))
  return {
    sql: `((${containsSql('r.cells', 'rawText', 'rawGlob')} AND EXISTS (SELECT 1 FROM json_each(r.cells) c WHERE ${containsSql('c.value', 'text', 'glob')}
        AND NOT EXISTS (SELECT 1 FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row AND n.col = c.key)))
      OR EXISTS (SELECT 1 FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row AND ${containsSql('n.text', 'text', 'glob')}))`,
    values: { text: cell.like, glob: cell.glob, rawText: raw.like, rawGlob: raw.glob },
    looksAt: 'cells',
    from: null,
  }
}
