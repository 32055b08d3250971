// Tests encrypted data folders on the command line: a run with the recovery key in the environment, and
// what is said without it.
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { databaseName, headOf } from '../../../electron/engine/store/database/database-file.ts'
import {
  carryover,
  freshFolder,
  refusedWith,
  reported,
  runWords,
  start,
  startSandbox,
} from './command-line.ts'

const variable = 'CARRYOVER_RECOVERY_KEY'

test('a run with a recovery key encrypts its new data folder, which later opens with this key only', async () => {
  const made = await carryover(['recovery-key'])
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Keep it safe') as string })
  const recoveryKey = made.stdout.trim()
  const folder = freshFolder()
  const data = join(folder, 'data')
  vi.stubEnv(variable, recoveryKey)
  const sandbox = await startSandbox()
  // In a process of its own, as a person runs it.
  const run = start(
    runWords(sandbox, folder, '--supplier', 'ACME', '--yes', '--waves', 'all'),
    sandbox.apiKey,
  )
  // Some rows of the sample need attention.
  expect((await run.ended).code).toBe(2)
  expect(sandbox.ledger.acceptedCreates().size).toBeGreaterThan(30)
  expect(headOf(join(data, databaseName))).toBe('encrypted')

  const list = await carryover(['batches', '--data-dir', data])
  expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining('wide-50.csv') as string })
  for (const { stderr } of [await run.ended, list]) expect(stderr).not.toContain('is not encrypted')
  expect(await carryover(['audit', 'verify', '--data-dir', data])).toMatchObject({ code: 0 })

  vi.stubEnv(variable, recoveryKey.slice(0, -1))
  expect(reported(await carryover(['batches', '--data-dir', data]))).toEqual(
    refusedWith(3, 'CARRYOVER_RECOVERY_KEY is no recovery key'),
  )
  vi.stubEnv(variable, (await carryover(['recovery-key'])).stdout.trim())
  for (const command of ['batches', 'restore', 'original-retired'])
    expect(reported(await carryover([command, '--data-dir', data]))).toEqual(
      refusedWith(3, 'does not fit the data folder'),
    )
  vi.stubEnv(variable, '')
  for (const command of ['batches', 'restore', 'original-retired'])
    expect(reported(await carryover([command, '--data-dir', data]))).toEqual(
      refusedWith(3, 'is encrypted, and its key is not here'),
    )

  vi.stubEnv(variable, recoveryKey)
  expect((await carryover(['batches', '--data-dir', data])).code).toBe(0)
})

test('a folder that is made without a recovery key is said to be readable, when it is made and when it is listed', async () => {
  vi.stubEnv(variable, '')
  const folder = freshFolder()
  const data = join(folder, 'data')
  const sandbox = await startSandbox()
  const says = `The data folder ${data} is not encrypted: whoever may read it may read the data.`
  const run = await carryover(runWords(sandbox, folder, '--supplier', 'ACME'), sandbox.apiKey)
  expect(run.stderr).toContain(says)
  const list = await carryover(['batches', '--data-dir', data, '--json'])
  expect(list.stderr).toContain(says)
  // What another program reads stays as it is.
  expect(list.stdout).not.toContain('not encrypted')
  const later = await carryover(['audit', 'verify', '--data-dir', data])
  expect(later.stderr).not.toContain('is not encrypted')
})
