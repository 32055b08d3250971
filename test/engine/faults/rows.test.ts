// Checks that the fault catalogue is complete: each row has tests in this folder, and each test file asks the oracle.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { atEnd, inDatabase } from '../api/harness.ts'
import { wrongsOf } from './oracle.ts'
import { rows, rowsElsewhere } from './rows.ts'
import { openFaultHarness } from './fault-harness.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts') && name !== 'rows.test.ts')
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')

describe('the fault catalogue', () => {
  test.each(Object.entries(rows))('has tests named after its row %s', (_, words) => {
    const named = files.filter((file) => textOf(file).includes(`describe('${words}',`))
    expect(named.length, `files that describe "${words}"`).toBeGreaterThan(0)
  })

  test.each(Object.entries(rowsElsewhere))('has its row "%s" elsewhere', (_, place) => {
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    const found = existsSync(join(root, place))
      ? readdirSync(join(root, place)).filter((name) => name.endsWith('.test.ts'))
      : []
    expect(found.length).toBeGreaterThan(0)
  })

  test.each(files)('%s uses the oracle', (file) => {
    expect(textOf(file)).toMatch(
      /converge\(|expectConverged\(|wrongsOf\(|killAtRandom\(|runTrials\(|runFlips\(/,
    )
  })
})

describe('the oracle', () => {
  /** Damages of a correct final state, and the violation that the oracle must report. */
  const damages: readonly { readonly name: string; readonly change: string; readonly seen: RegExp }[] = [
    {
      name: 'an account left on its way',
      change: "UPDATE account SET state = 'processing', outcome = NULL WHERE key = 'A-1'",
      seen: /A-1 is still processing/,
    },
    {
      name: 'an accepted account that is forgotten',
      change: "UPDATE account SET state = 'validated', outcome = NULL WHERE key = 'A-1'",
      seen: /A-1 is validated and was accepted/,
    },
    {
      name: 'an outcome that is not the service’s',
      change: "UPDATE account SET outcome = 'failed' WHERE key = 'A-1'",
      seen: /A-1 is failed here and PROCESSED/,
    },
    {
      name: 'an identifier that is not the service’s',
      change:
        "UPDATE service_answer SET platform_identifier = '7' WHERE account_id = (SELECT id FROM account WHERE key = 'A-1')",
      seen: /identifier 7 here/,
    },
    {
      name: 'a create without its attempt',
      change: "DELETE FROM attempt WHERE account_id = (SELECT id FROM account WHERE key = 'A-1')",
      seen: /more creates of A-1 arrived/,
    },
    {
      name: 'counts that do not add up',
      change: "UPDATE account_count SET count = count + 1 WHERE state = 'done'",
      seen: /counts by state/,
    },
  ]
  test.each(damages)('detects $name', async ({ change, seen }) => {
    const faultHarness = await openFaultHarness({ accounts: 2, state: 'validated' })
    await faultHarness.converge()
    const { data, sandbox } = faultHarness
    expect(wrongsOf({ data, sandbox })).toEqual([])
    const database = openDatabaseFile(join(data, 'carryover.sqlite'))
    database.pragma('foreign_keys = OFF')
    database.exec(change)
    database.close()
    expect(wrongsOf({ data, sandbox }).join('; ')).toMatch(seen)
  })

  test('detects a key accepted twice, unexplained rows, and an unhandled rejection', async () => {
    const faultHarness = await openFaultHarness({ accounts: 1, state: 'validated' })
    await faultHarness.converge()
    const sandbox = await createSandbox()
    atEnd(sandbox.close)
    const { data } = faultHarness
    const identity = inDatabase(data, (database) =>
      database.prepare('SELECT identity FROM account').pluck().get(),
    ) as string
    const twice = {
      ...faultHarness.sandbox,
      ledger: { ...faultHarness.sandbox.ledger, acceptedCreates: () => new Map([[identity, 2]]) },
    }
    expect(wrongsOf({ data, sandbox: twice }).join('; ')).toContain('was accepted 2 times')
    expect(wrongsOf({ data, sandbox: faultHarness.sandbox, unexplained: [3] })).toEqual([
      '3 rows are unexplained',
    ])
    process.emit('unhandledRejection', new Error('nobody'), Promise.resolve())
    expect(wrongsOf({ data, sandbox: faultHarness.sandbox })).toEqual(['unhandled rejection: Error: nobody'])
  })
})
