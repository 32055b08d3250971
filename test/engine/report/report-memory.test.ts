// Tests a report that needs more memory than its thread has at first.
import { expect, test } from 'vitest'
import { runReport } from '../../../electron/engine/report/report-thread.ts'
import { freshFolder } from '../store/practice-store.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

test('a report that needs more memory is written again with as much as there is', async () => {
  const order = {
    workspace: '',
    batch: 1,
    folder: freshFolder(),
    version: '0.0.0',
    inLanguage: { language: 'en', locale: 'en-GB' },
  } as const
  const watch = { now: Date.now, signal: new AbortController().signal, onProgress: () => undefined }
  const written = await runReport(order, watch, new URL('./hungry-report.ts', import.meta.url), {
    maxOldGenerationSizeMb: 96,
  })
  expect(written).toMatchObject({ ok: false, failure: { code: 'written' } })
  if (!written.ok) expect(Number(sentenceOf(written.failure.message))).toBeGreaterThan(96)
}, 300_000)
