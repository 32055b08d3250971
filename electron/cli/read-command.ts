// `read` and `payloads`: what a file holds, and what would be sent for it. Nothing is stored for later.
import { once } from 'node:events'
import { basename, resolve } from 'node:path'
import type { FileWarning, SheetInfo } from '../../shared/sheet.ts'
import { paths } from '../../shared/service.ts'
import { loadBatch } from './drive.ts'
import { catalogueFrom, mappingFor } from './options.ts'
import { createProgressLine } from './progress.ts'
import { withPassingSession } from './session.ts'

export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

export async function readCommand(
  file: string,
  options: { readonly sheet?: string; readonly rows?: number },
): Promise<void> {
  await withPassingSession(async ({ client }) => {
    const wanted = options.rows ?? Number.POSITIVE_INFINITY
    const sheets: { info: SheetInfo; rows: { row: number; cells: readonly string[] }[] }[] = []
    const warnings: FileWarning[] = []
    let sha256 = ''
    const counts = new Map<number, number>()
    for await (const message of await client.files.read({ path: resolve(file), sheet: options.sheet })) {
      if (message.kind === 'sheet') sheets[message.index] = { info: message.sheet, rows: [] }
      const sheet =
        message.kind === 'columns'
          ? sheets[message.index]
          : message.kind === 'rows'
            ? sheets[message.sheet]
            : undefined
      if (message.kind === 'columns' && sheet !== undefined)
        sheet.info = { ...sheet.info, columns: message.columns }
      if (message.kind === 'rows' && sheet !== undefined) {
        for (const { row, cells } of message.rows)
          if (sheet.rows.length < wanted) sheet.rows.push({ row, cells })
      }
      if (message.kind === 'warning') warnings.push(message.warning)
      if (message.kind === 'end') {
        sha256 = message.sha256
        for (const { index, rowCount } of message.sheets) counts.set(index, rowCount)
      }
    }
    const told = sheets.flatMap(({ info, rows }, index) => [
      { ...info, rowCount: counts.get(index) ?? 0, rows },
    ])
    await print(`${JSON.stringify({ file: basename(file), sha256, sheets: told, warnings })}\n`)
  })
}

export async function payloadsCommand(
  file: string,
  options: { readonly mapping?: string; readonly catalogue: string; readonly supplier?: string },
  signal: AbortSignal,
): Promise<void> {
  await withPassingSession(async ({ client }) => {
    const say = (line: string): void => void process.stderr.write(`${line}\n`)
    const path = resolve(file)
    const supplier = options.supplier ?? null
    const mapping = await mappingFor(
      client,
      { path, mapping: options.mapping, catalogue: options.catalogue, supplier, statusPath: paths.status },
      say,
    )
    const { batch } = await client.batches.load({
      path,
      mapping,
      catalogue: catalogueFrom(options.catalogue),
      connection: null,
      supplier,
    })
    const progress = createProgressLine(process.stderr)
    await loadBatch({ client, progress, signal, warn: say }, batch)
    for (let after = -1; ; ) {
      const page = await client.batches.payloads({ batch, after, limit: 200 })
      for (const { position: _, ...account } of page) await print(`${JSON.stringify(account)}\n`)
      const last = page.at(-1)
      if (last === undefined) return
      after = last.position
    }
  })
}

/** Prints a mapping file for a spreadsheet; columns that nothing fits stand in it as ignored, and are named on stderr. */
export async function suggestCommand(
  file: string,
  options: { readonly catalogue: string; readonly supplier?: string },
): Promise<void> {
  await withPassingSession(async ({ client }) => {
    const suggested = await client.files.suggestMapping({
      path: resolve(file),
      catalogue: catalogueFrom(options.catalogue),
      supplier: options.supplier ?? null,
      identityFields: [],
    })
    for (const { sheet, column, field, certainty, reason } of suggested.reasons) {
      process.stderr.write(`${sheet} · ${column} → ${field} (${certainty}: ${reason})\n`)
    }
    for (const { sheet, column } of suggested.unmapped) {
      process.stderr.write(
        `${sheet} · ${column} fits no field: map it or ignore it before you use this mapping\n`,
      )
    }
    await print(`${JSON.stringify(suggested.mapping, null, 2)}\n`)
  })
}
