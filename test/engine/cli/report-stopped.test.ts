// Tests that Ctrl-C while a report is written stops it: the command says so, and no file of it is left.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stagingIn } from '../../../electron/engine/report/staging.ts'
import { openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { call, carryover, freshFolder, refusedWith, reported } from './command-line.ts'

test('Ctrl-C during a report ends with 5 and the sentence that no file was kept, and the next report is whole', async () => {
  const harness = await openHarness()
  // So many that the report takes far longer than Ctrl-C.
  const batch = await harness.load(await plainAccounts(freshFolder(), numbered(4_000)))
  await harness.stop()
  const out = join(freshFolder(), 'out')
  const words = ['report', String(batch), '--data-dir', harness.data, '--out', out]
  const { ended, interrupt } = call(words)
  await expect
    .poll(() => existsSync(join(stagingIn(out), 'results.csv.part')), { timeout: 60_000, interval: 10 })
    .toBe(true)
  interrupt()
  const stopped = await ended
  expect(reported(stopped)).toEqual(refusedWith(5, 'The report was cancelled. None of its files were kept.'))
  expect(stopped.stdout).toContain('4,000 accounts')
  expect(readdirSync(out)).toEqual([])

  expect((await carryover(words)).stderr).toContain(`Report: ${out}`)
  expect(readdirSync(out)).toContain('summary.json')
})
