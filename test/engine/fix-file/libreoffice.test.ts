// A fix file that LibreOffice opened and saved in each of its formats is still the same: only the repaired cell changes.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { need } from '../../tools.ts'
import { mappedFile } from '../accounts/small-batch.ts'
import { openHarness } from '../api/harness.ts'
import { itemsOf, readAnswers } from '../question-pack/customer.ts'
import { asRepairer, fixFileOf, repair } from './repairer.ts'

/** Texts that a program could take for a number, a date or a formula. */
const notes = ['00042', '=1+1', '1/2/2026', '1e5', '" edge "', '"two\nlines"', 'Zoë 😀', 'TRUE', "'quoted'"]
const lines = notes.map(
  (note, at) => `A-${at},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,(020) 7946-0A10,,,,${note}`,
)

test('LibreOffice keeps the reference and every text, as XLSX and as ODS', async (context) => {
  const program = need(context, 'libreoffice')
  const harness = await openHarness()
  const client = harness.client()
  const batch = await mappedFile(harness, lines)
  const path = await asRepairer(
    await fixFileOf(harness, batch),
    join(harness.folder, 'fix-me.xlsx'),
    (rows) => repair(rows, 'A-4', 'Phone 1', '020 7946 0009'),
  )
  const profile = `-env:UserInstallation=file://${join(harness.folder, 'profile')}`
  for (const format of ['xlsx', 'ods']) {
    const out = join(harness.folder, format)
    const asks = [profile, '--headless', '--convert-to', format, '--outdir', out, path]
    await promisify(execFile)(program, asks, { timeout: 100_000 })
    const saved = join(out, `fix-me.${format}`)
    expect(await client.questions.batchOf({ path: saved })).toMatchObject({ batch, rows: notes.length })
    const review = await readAnswers(client, batch, saved)
    expect(review).toMatchObject({ taken: 1, missing: 0, unchanged: 12 * notes.length - 1 })
    expect(await itemsOf(client, batch, review, 'answered')).toMatchObject([{ key: 'A-4', row: 6 }])
  }
})
