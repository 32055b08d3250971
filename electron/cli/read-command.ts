// `read` and `payloads`: what a file holds, and what would be sent for it. Nothing is stored for later.
import { once } from 'node:events'
import { basename, resolve } from 'node:path'
import type { FileWarning, SheetInfo } from '../../shared/sheet.ts'
import { paths } from '../../shared/service.ts'
import { loadBatch } from './drive.ts'
import { orInterrupted } from './exit.ts'
import { catalogueFrom, mappingFor } from './options.ts'
import { createProgressLine } from './progress.ts'
import { type Client, withPassingSession } from './session.ts'

export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

export async function readCommand(
  file: string,
  options: { readonly sheet?: string; readonly rows?: number },
  signal: AbortSignal,
): Promise<void> {
  await withPassingSession(async ({ client }) => {
    const told = await orInterrupted(signal, readWhole(client, file, options, signal))
    await print(`${JSON.stringify({ file: basename(file), ...told })}\n`)
  })
}

/** What a file holds, in the shape that is printed; of each sheet at most the rows asked for, but all of them counted. */
async function readWhole(
  client: Client,
  file: string,
  options: { readonly sheet?: string; readonly rows?: number },
  signal: AbortSignal,
) {
  const wanted = options.rows ?? Number.POSITIVE_INFINITY
  const sheets: { info: SheetInfo; rows: { row: number; cells: readonly string[] }[] }[] = []
  const warnings: FileWarning[] = []
  let sha256 = ''
  const counts = new Map<number, number>()
  for await (const message of await client.files.read(
    { path: resolve(file), sheet: options.sheet },
    { signal },
  )) {
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
  return {
    sha256,
    sheets: sheets.flatMap(({ info: { name, hidden, headerRow, columns }, rows }, index) => [
      {
        name,
        hidden,
        headerRow,
        columns: columns.map((column) => ({ index: column.index, header: column.header })),
        rowCount: counts.get(index) ?? 0,
        rows,
      },
    ]),
    warnings,
  }
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
    const request = {
      path,
      mapping: options.mapping,
      catalogue: options.catalogue,
      supplier,
      statusPath: paths.status,
    }
    const mapping = await orInterrupted(signal, mappingFor(client, request, say))
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
      for (const { position: _, omitted, ...account } of page) {
        const told = { ...account, omitted: omitted.map(({ path: at, reason }) => ({ path: at, reason })) }
        await print(`${JSON.stringify(told)}\n`)
      }
      const last = page.at(-1)
      if (last === undefined) return
      after = last.position
    }
  })
}

/** Prints a mapping file for a spreadsheet; columns that nothing fits are left out of it, so that it is not accepted before a person decided on them, and are named on stderr. */
export async function suggestCommand(
  file: string,
  options: { readonly catalogue: string; readonly supplier?: string },
  signal: AbortSignal,
): Promise<void> {
  await withPassingSession(async ({ client }) => {
    const suggested = await orInterrupted(
      signal,
      client.files.suggestMapping({
        path: resolve(file),
        catalogue: catalogueFrom(options.catalogue),
        supplier: options.supplier ?? null,
        identityFields: [],
      }),
    )
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
