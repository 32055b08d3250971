// Tests the seal of the audit log: a line that is changed, removed, added or moved, and lines cut off at the end, are
// found at the first line where they show.
import { createHash } from 'node:crypto'
import { assert, constantFrom, nat, pre, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AuditFault,
  type AuditLine,
  createAuditCheck,
  emptyHead,
  sealedText,
} from '../../shared/audit/audit-seal.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function sealed(count: number): AuditLine[] {
  const lines: AuditLine[] = []
  for (let seq = 1; seq <= count; seq += 1) {
    const line = {
      seq,
      at: new Date(Date.UTC(2026, 10, 27) + seq).toISOString(),
      operator: 'Priya',
      action: seq % 2 === 0 ? 'edits.apply' : 'batches.release',
      batch: seq % 3,
      details: { cells: seq },
    }
    lines.push({ ...line, hash: hashOf(sealedText(lines.at(-1)?.hash ?? '', line)) })
  }
  return lines
}

function faultIn(lines: readonly AuditLine[], head: { seq: number; hash: string }): AuditFault | null {
  const check = createAuditCheck(hashOf)
  for (const line of lines) {
    const fault = check.line(line)
    if (fault !== null) return fault
  }
  return check.end(head)
}

const whole = sealed(8)
const { seq, hash } = whole[7] ?? emptyHead
const head = { seq, hash }
const without = (at: number): AuditLine[] => whole.filter((_, index) => index !== at)
const changed = (at: number, more: Partial<AuditLine>): AuditLine[] =>
  whole.map((line, index) => (index === at ? { ...line, ...more } : line))

test('a log as it was written has no fault, and neither has one without lines', () => {
  expect(faultIn(whole, head)).toBeNull()
  expect(faultIn([], emptyHead)).toBeNull()
})

test.each<[string, readonly AuditLine[], AuditFault]>([
  ['changed', changed(3, { details: { cells: 5 } }), { kind: 'changed', seq: 4 }],
  ['given to another person', changed(0, { operator: 'Tom' }), { kind: 'changed', seq: 1 }],
  ['removed', without(2), { kind: 'missing', seq: 3, next: 4 }],
  [
    'removed, with the others numbered again',
    without(2).map((line, at) => ({ ...line, seq: at + 1 })),
    { kind: 'changed', seq: 3 },
  ],
  ['written twice', [...whole.slice(0, 3), ...whole.slice(2)], { kind: 'moved', seq: 3 }],
  [
    'moved',
    [whole[0], whole[2], whole[1], ...whole.slice(3)] as AuditLine[],
    { kind: 'missing', seq: 2, next: 3 },
  ],
  ['cut off at the end', whole.slice(0, 6), { kind: 'cut', seq: 6, had: 8 }],
  ['removed as a whole', [], { kind: 'cut', seq: 0, had: 8 }],
  ['added at the end', sealed(9), { kind: 'added', seq: 9 }],
])('a line that was %s is found', (_what, lines, fault) => {
  expect(faultIn(lines, head)).toEqual(fault)
})

test('any change of any field of any line is found', () => {
  const fields = ['at', 'operator', 'action', 'batch', 'details', 'hash'] as const
  assert(
    property(nat(7), constantFrom(...fields), string(), (at, field, text) => {
      const line = whole[at]
      const value = field === 'details' ? { text } : field === 'batch' ? text.length + 100 : `${text}!`
      pre(line !== undefined && JSON.stringify(line[field]) !== JSON.stringify(value))
      expect(faultIn(changed(at, { [field]: value }), head)).not.toBeNull()
    }),
  )
})
