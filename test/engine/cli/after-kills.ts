// What must hold after a run that was killed many times and continued to its end: every row is accounted for, and the
// results say what the service has.
import { expect } from 'vitest'
import type { Killed } from './killing.ts'

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0)

export function expectNothingLost({ accepted, accounts, kills, last }: Killed): void {
  expect([...accepted].filter(([, times]) => times > 1)).toEqual([])
  expect(last.stderr).not.toContain('fault of Carryover')
  expect(last.code).toBe(2)

  const summary = JSON.parse(last.stdout) as {
    accounts: number
    rows: number
    unexplained: number
    states: Record<string, number>
    outcomes: Record<string, number>
  }
  expect(summary.unexplained).toBe(0)
  expect(sum(summary.states)).toBe(summary.accounts)
  expect(sum(summary.outcomes)).toBe(summary.accounts)
  expect(summary.states).toMatchObject({
    unvalidated: 0,
    validated: 0,
    queued: 0,
    sending: 0,
    unconfirmed: 0,
    processing: 0,
  })
  expect(summary.states['done']).toBe(accepted.size)
  expect(accounts).toHaveLength(summary.rows)
  expect(accounts.filter(({ local, service }) => local !== service)).toEqual([])

  const inFlight = kills.filter(({ states }) => (states['sending'] ?? 0) > 0)
  expect(inFlight.length).toBeGreaterThan(0)
}
