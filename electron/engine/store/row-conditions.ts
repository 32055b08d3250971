// A row filter as conditions of a statement over a sheet's rows, their accounts and their problems.
import type { RowFilter } from '../../../shared/views.ts'

export type Conditions = { readonly sql: string; readonly values: Readonly<Record<string, unknown>> }

/** A sheet's rows with what each belongs to. */
export const joins = `source_row r
  LEFT JOIN account_row ar ON ar.batch_id = r.batch_id AND ar.sheet = r.sheet AND ar.row = r.row
  LEFT JOIN account a ON a.id = ar.account_id
  LEFT JOIN stray_row s ON s.batch_id = r.batch_id AND s.sheet = r.sheet AND s.row = r.row`

/** Filters that look at a row's account, its problems or its cells; null when nothing is filtered. */
export function conditionsOf(filter: RowFilter | undefined): Conditions | null {
  const parts: string[] = []
  const values: Record<string, unknown> = {}
  const standing: string[] = []
  if (filter?.states !== undefined && filter.states.length > 0) {
    standing.push('a.state IN (SELECT value FROM json_each(@states))')
    values['states'] = JSON.stringify(filter.states)
  }
  if (filter?.outcomes !== undefined && filter.outcomes.length > 0) {
    standing.push('a.outcome IN (SELECT value FROM json_each(@outcomes))')
    values['outcomes'] = JSON.stringify(filter.outcomes)
  }
  if (standing.length > 0) parts.push(`(${standing.join(' OR ')})`)
  if (filter?.code !== undefined || filter?.column !== undefined || filter?.field !== undefined) {
    const code = filter.code === undefined ? '' : ' AND p.code IS @code'
    const field = filter.field === undefined ? '' : ' AND p.field IS @field'
    const column =
      filter.column === undefined ? '' : ' AND p.sheet = r.sheet AND p.row = r.row AND p.col = @column'
    parts.push(`EXISTS (SELECT 1 FROM problem p WHERE p.account_id = a.id${code}${field}${column})`)
    if (filter.code !== undefined) values['code'] = filter.code
    if (filter.field !== undefined) values['field'] = filter.field
    if (filter.column !== undefined) values['column'] = filter.column
  }
  if (filter?.text !== undefined && filter.text !== '') {
    parts.push(`(EXISTS (SELECT 1 FROM json_each(r.cells) c WHERE c.value LIKE @text ESCAPE '\\')
      OR EXISTS (SELECT 1 FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row AND n.text LIKE @text ESCAPE '\\'))`)
    values['text'] = likeText(filter.text)
  }
  if (filter?.changed === true) {
    parts.push(
      'EXISTS (SELECT 1 FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row)',
    )
  }
  if (filter?.held !== undefined) parts.push(`(a.held_reason IS ${filter.held ? 'NOT NULL' : 'NULL'})`)
  if (filter?.account !== undefined) {
    // The list of its own rows, so that the sheet is not walked.
    parts.push(
      'a.id = @account AND r.row IN (SELECT own.row FROM account_row own WHERE own.account_id = @account AND own.batch_id = @batch AND own.sheet = @sheet)',
    )
    values['account'] = filter.account
  }
  return parts.length === 0 ? null : { sql: parts.join(' AND '), values }
}

export function likeText(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}
