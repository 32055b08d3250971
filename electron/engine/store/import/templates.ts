// Templates: named mappings with every saved version. Decisions: the field that a column name was mapped to before.
// Both are used for suggestions when another file is mapped.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { conversion, type Mapping, mappingFile } from '../../../../shared/mapping/file.ts'
import type { TemplateView } from '../../../../shared/contract/import/mapping.ts'
import type { Decision } from '../../../../shared/mapping/suggest/evidence.ts'
import { type SheetLayout, sheetLayout } from '../../../../shared/mapping/templates/template-file.ts'
import { bindOperations, immediateTransaction } from '../operations.ts'

export type StoredTemplate = {
  readonly name: string
  readonly savedAt: number
  readonly mapping: Mapping
  readonly supplier: string | null
  readonly source: string | null
  /** Columns of the file that it was made for, if known. */
  readonly layout: readonly SheetLayout[] | null
}

const layouts = z.array(sheetLayout)

export type TemplateStore = ReturnType<typeof createTemplateStore>

export function createTemplateStore(database: Database) {
  return bindOperations(prepareTemplates(database), {
    save: saveTemplate,
    list: listTemplates,
    get: getTemplate,
    remove: removeTemplate,
    countDecisions,
    decisions: listDecisions,
  })
}

type TemplateStatements = ReturnType<typeof prepareTemplates>

function prepareTemplates(database: Database) {
  const keepEarlier = database.prepare(
    'INSERT OR IGNORE INTO earlier_template SELECT name, saved_at, mapping, layout FROM template WHERE name = ?',
  )
  const upsert = database.prepare(
    `INSERT INTO template (name, mapping, saved_at, supplier, source, layout)
     VALUES (@name, @mapping, @savedAt, @supplier, @source, @layout)
     ON CONFLICT DO UPDATE SET mapping = excluded.mapping, saved_at = excluded.saved_at, supplier = excluded.supplier,
       source = excluded.source, layout = excluded.layout`,
  )
  const selectAll = database.prepare(
    'SELECT name, saved_at AS savedAt, supplier, source FROM template ORDER BY name',
  )
  const selectEarlier = database
    .prepare('SELECT saved_at FROM earlier_template WHERE name = ? ORDER BY saved_at DESC')
    .pluck()
  const selectOne = database.prepare('SELECT * FROM template WHERE name = ?')
  const selectVersion = database.prepare('SELECT * FROM earlier_template WHERE name = ? AND saved_at = ?')
  const deleteOne = database.prepare('DELETE FROM template WHERE name = ?')
  const deleteEarlier = database.prepare('DELETE FROM earlier_template WHERE name = ?')
  const countDecision = database.prepare(
    `INSERT INTO decision VALUES (@column, @field, 1, @conversion)
     ON CONFLICT DO UPDATE SET count = count + 1, conversion = excluded.conversion`,
  )
  const selectDecisions = database.prepare(
    'SELECT column_name AS "column", field, count, conversion FROM decision ORDER BY count DESC, column_name, field',
  )
  const inTransaction = immediateTransaction(database)
  return {
    keepEarlier,
    upsert,
    selectAll,
    selectEarlier,
    selectOne,
    selectVersion,
    deleteOne,
    deleteEarlier,
    countDecision,
    selectDecisions,
    inTransaction,
  }
}

function toTemplate(row: unknown): StoredTemplate {
  const raw = row as {
    name: string
    saved_at: number
    mapping: string
    supplier?: string | null
    source?: string | null
    layout: string | null
  }
  return {
    name: raw.name,
    savedAt: raw.saved_at,
    mapping: mappingFile.parse(JSON.parse(raw.mapping)),
    supplier: raw.supplier ?? null,
    source: raw.source ?? null,
    layout: raw.layout === null ? null : layouts.parse(JSON.parse(raw.layout)),
  }
}

function saveTemplate(statements: TemplateStatements, template: StoredTemplate): void {
  statements.inTransaction(() => {
    statements.keepEarlier.run(template.name)
    statements.upsert.run({
      ...template,
      mapping: JSON.stringify(template.mapping),
      layout: template.layout === null ? null : JSON.stringify(template.layout),
    })
  })
}

function removeTemplate(statements: TemplateStatements, name: string): void {
  statements.inTransaction(() => {
    statements.deleteOne.run(name)
    statements.deleteEarlier.run(name)
  })
}

function countDecisions(statements: TemplateStatements, decisions: readonly Omit<Decision, 'count'>[]): void {
  statements.inTransaction(() => {
    for (const { column, field, conversion: chosen } of decisions)
      statements.countDecision.run({
        column,
        field,
        conversion: chosen === undefined ? null : JSON.stringify(chosen),
      })
  })
}

function listTemplates(statements: TemplateStatements): TemplateView[] {
  const rows = statements.selectAll.all() as Omit<TemplateView, 'earlier'>[]
  return rows.map((row) => ({ ...row, earlier: statements.selectEarlier.all(row.name) as number[] }))
}

/** The newest, or the one saved at a time. */
function getTemplate(statements: TemplateStatements, name: string, savedAt?: number): StoredTemplate | null {
  const newest = statements.selectOne.get(name)
  const template = newest === undefined ? null : toTemplate(newest)
  if (savedAt === undefined || template?.savedAt === savedAt) return template
  const row = statements.selectVersion.get(name, savedAt)
  return row === undefined ? null : toTemplate(row)
}

function listDecisions(statements: TemplateStatements): Decision[] {
  type Row = { column: string; field: string; count: number; conversion: string | null }
  return (statements.selectDecisions.all() as Row[]).map(({ conversion: chosen, ...row }) => ({
    ...row,
    ...(chosen === null ? {} : { conversion: conversion.parse(JSON.parse(chosen)) }),
  }))
}
