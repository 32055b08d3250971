// Property test of decisions: after any rebuild, no decision applies to a row that it was not made for, none is
// lost without a report, and duplicates are blocked exactly when two of them may be sent.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { message, type Said } from '../../../shared/texts/message.ts'
import { type EditedBatch, firstRow, folderForBatches, type Layout, openFolder } from './edited-batch.ts'
import { mapping } from './small-batch.ts'
import { times } from '../../support/repeats.ts'

const columns = ['Account No', 'Other No', 'Bill name']
const layout: Layout = {
  mapping: {
    ...mapping,
    columns: [
      { column: 'Account No', field: 'external_account_number' },
      { column: 'Other No', ignore: true },
      { column: 'Bill name', field: 'billing_name' },
    ],
  },
  sheets: [{ name: 'accounts', header: columns }],
}
const keys = ['A-1', 'A-2', 'A-3', '']
const row = fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...keys), fc.constantFrom('Ann', 'Bea'))
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), at: fc.nat(5), exclude: fc.boolean() }),
  },
  fc.record({ kind: fc.constant('release' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('key' as const), at: fc.nat(5), key: fc.constantFrom(...keys) }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('mapping' as const), column: fc.constantFrom('Account No', 'Other No') }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The current decision on each row of the batch. */
function onRows({ store }: EditedBatch, batch: number) {
  return store.accounts.page(batch, -1, 1000).map((account) => ({
    ...account,
    row: store.accounts.rowsOf(account.id)[0]?.row ?? 0,
    duplicate: store.accounts.problems(account.id).some(({ code }) => code === 'duplicate_account'),
  }))
}

/** Of each kind: a person's words, words that look like a stored message, and a message. */
function reasonFor(of: number): Said {
  const kinds = [`row ${of}`, `{"key":"row ${of}"}`, message('accounts.merged_into', { key: 'A-1', row: of })]
  return kinds[of % kinds.length] ?? ''
}

async function act(edited: EditedBatch, batch: number, one: Step, decided: Map<number, Said>): Promise<void> {
  const { store, editing } = edited
  const at = (index: number) => onRows(edited, batch)[index % onRows(edited, batch).length]
  switch (one.kind) {
    case 'decide':
    case 'release': {
      const account = at(one.at)
      if (account === undefined) return
      const reason = one.kind === 'release' ? null : reasonFor(account.row)
      const what = one.kind === 'release' ? 'release' : one.exclude ? 'exclude' : 'hold'
      editing.decide(edited.batchNow(batch), () => {
        store.choices.decide(batch, [account.id], { what, reason, until: null }, 1)
        return { accounts: [account.id], answer: undefined }
      })
      if (reason === null) decided.delete(account.row)
      else decided.set(account.row, reason)
      break
    }
    case 'key': {
      const cells = [
        { sheet: 0, row: firstRow + (one.at % onRows(edited, batch).length), column: 0, text: one.key },
      ]
      editing.apply(edited.batchNow(batch), 'Key', cells)
      break
    }
    case 'undo':
      editing.undo(edited.batchNow(batch))
      break
    case 'mapping':
      edited.mapAgain(batch, mappingFile.parse({ ...layout.mapping, key: one.column }))
      break
  }
  await edited.buildAsked()
  edited.finish(batch)
}

function check(edited: EditedBatch, batch: number, decided: ReadonlyMap<number, Said>): void {
  const accounts = onRows(edited, batch)
  for (const { row: of, held_reason: reason } of accounts) expect(reason).toEqual(decided.get(of) ?? null)
  const free = accounts.filter(({ excluded }) => excluded === 0)
  const many = (what: 'key' | 'identity', value: string | null): boolean =>
    value !== null && value !== '' && free.filter((one) => one[what] === value).length > 1
  for (const one of accounts) {
    const isDuplicate = one.excluded === 0 && (many('key', one.key) || many('identity', one.identity))
    expect(one.duplicate).toBe(isDuplicate)
    if (isDuplicate) expect(one.state).toBe('invalid')
  }
}

test.each([0, 50])(
  'no decision ever moves to other rows, whatever is edited, undone or mapped differently (%i at once)',
  async (atOnce) => {
    const { folder, remove } = folderForBatches()
    const edited = await openFolder(folder, layout, atOnce)
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { minLength: 2, maxLength: 6 }),
          fc.array(step, { minLength: 1, maxLength: 8 }),
          async (rows, steps) => {
            const batch = await edited.addBatch([rows])
            const decided = new Map<number, Said>()
            for (const one of steps) {
              await act(edited, batch, one, decided)
              check(edited, batch, decided)
            }
            // Each row is an account of its own here, so every decision finds its row again: none is dropped.
            const { changes } = { changes: edited.store.keptDecisions.changes(batch, 0, 100) }
            expect(changes.filter(({ fate }) => fate === 'dropped')).toEqual([])
            for (const { rows: before, now } of changes) expect(now?.rows).toEqual(before)
          },
        ),
        { numRuns: times(25) },
      )
    } finally {
      edited.close()
      remove()
    }
  },
)
