// Commands `payloads` and `suggest`: print the payloads for a file, and a suggested mapping for it. Nothing is
// kept.
import { paths } from '../../../shared/sending/service.ts'
import { loadBatch } from '../run/drive.ts'
import { orInterrupted } from '../terminal/exit.ts'
import { catalogueFrom, mappingFor, suggestionLine } from '../options/common.ts'
import { type OddRowOptions, oddRowsFrom, tellOddRows } from '../options/odd-rows.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { createProgressLine } from '../terminal/progress.ts'
import { filesFrom, type ReadingOptions, tellFilled } from '../options/reading.ts'
import { withPassingSession } from '../data-folder/session.ts'
import { spoken } from '../terminal/spoken.ts'
import { print, say } from '../terminal/terminal.ts'
import { dataTexts } from '../texts/data.ts'

export type SuggestOptions = ReadingOptions & { readonly catalogue: string; readonly supplier?: string }
export type PayloadsOptions = SuggestOptions & OddRowOptions & { readonly mapping?: string }

export async function payloadsCommand(
  given: readonly string[],
  options: PayloadsOptions,
  invocation: Invocation,
): Promise<void> {
  const { signal, stderr } = invocation
  const warn = (line: string): void => say(invocation, line)
  await withPassingSession(invocation, async ({ client }) => {
    const files = filesFrom(given, options)
    const supplier = options.supplier ?? null
    const request = {
      files,
      mapping: options.mapping,
      catalogue: catalogueFrom(options.catalogue),
      supplier,
      statusPath: paths.status,
    }
    const mapping = await orInterrupted(signal, mappingFor(client, request, warn))
    const { batch } = await client.batches.load({
      ...files,
      mapping,
      catalogue: catalogueFrom(options.catalogue),
      connection: null,
      supplier,
      oddRows: oddRowsFrom(options),
    })
    const progress = createProgressLine(stderr)
    await loadBatch({ client, progress, signal, warn }, batch)
    await tellFilled(client, batch, warn)
    await tellOddRows(client, batch, warn)
    for (let after = -1; ; ) {
      const page = await client.batches.payloads({ batch, after, limit: 200 })
      for (const { position: _, omitted, ...account } of page) {
        const reported = {
          ...account,
          omitted: omitted.map(({ path: at, reason }) => ({ path: at, reason })),
        }
        await print(invocation, `${JSON.stringify(spoken(reported))}\n`)
      }
      const last = page.at(-1)
      if (last === undefined) return
      after = last.position
    }
  })
}

/**
 * Prints a suggested mapping for a spreadsheet. Columns without a suggestion are left out, so that the mapping is not
 * accepted before a person decides about them, and are named on stderr.
 */
export async function suggestCommand(
  files: readonly string[],
  options: SuggestOptions,
  invocation: Invocation,
): Promise<void> {
  await withPassingSession(invocation, async ({ client }) => {
    const suggested = await orInterrupted(
      invocation.signal,
      client.files.suggestMapping({
        ...filesFrom(files, options),
        catalogue: catalogueFrom(options.catalogue),
        supplier: options.supplier ?? null,
        identityFields: [],
      }),
    )
    for (const one of suggested.reasons) say(invocation, suggestionLine(one))
    for (const { sheet, column } of suggested.unmapped) {
      say(invocation, dataTexts.mapping.fitsNone({ sheet, column }))
    }
    await print(invocation, `${JSON.stringify(suggested.mapping, null, 2)}\n`)
  })
}
