// Tests that the window has words for every call that the audit log keeps, and for nothing else.
import { expect, test } from 'vitest'
import { auditedCalls } from '../../../electron/engine/audit/audited-calls.ts'
import { audit } from '../../../renderer/texts/en/audit.ts'

test('the audit log has words for every call that it keeps, and for what no call does', () => {
  const kept = Object.entries(auditedCalls).flatMap(([area, calls]) =>
    Object.entries(calls).flatMap(([call, describe]) => (describe === null ? [] : [`${area}.${call}`])),
  )
  // What happens to a folder that is not open is written without a call.
  const others = [
    'batches.follow',
    'batches.purge',
    'purge.leftFiles',
    'recovery.restore',
    'recovery.retireOriginal',
    'refused',
    'report.showSensitive',
  ]
  expect(Object.keys(audit.actions).toSorted()).toEqual([...kept, ...others].toSorted())
})
