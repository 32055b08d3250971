// Duplicates: the groups, one of them side by side, and what a person decides about it.
import { gatherAccount } from '../building/gather.ts'
import type { Bench } from '../editing/bench.ts'
import {
  cellsOf,
  copiesOf,
  groupsOf,
  groupWith,
  mergeAccounts,
  mergeShape,
  proposedKey,
  renumber,
} from '../editing/duplicates.ts'
import { lockOf } from '../editing/editing.ts'
import { failed, success } from '../failure.ts'
import type { StoredBatch } from '../store/batches.ts'
import { decideAbout } from './account-calls.ts'
import { accountOf, batchOf, type CallContext, os, type Refuse, unwrap } from './call-context.ts'

export function duplicateCalls(context: CallContext) {
  const { store, editing } = context
  const calls = os.duplicates

  function openOf(id: number, errors: Refuse): { readonly batch: StoredBatch; readonly bench: Bench } {
    const batch = batchOf(context, id, errors)
    const bench = editing.benchOf(batch)
    const notBuilt = failed('input', 'batch_not_loaded', `Batch ${id} has not been loaded whole yet.`)
    return { batch, bench: unwrap(bench === null ? notBuilt : success(bench), errors) }
  }

  return {
    groups: calls.groups.handler(({ input, errors }) => {
      const groups = groupsOf(store, openOf(input.batch, errors).bench)
      const { offset, limit } = input
      return {
        groups: groups.slice(offset, offset + limit).map(({ accounts, differing }) => ({
          account: accounts[0]?.id ?? 0,
          key: accounts[0]?.key ?? '',
          rows: accounts.map(({ row }) => row),
          differing,
        })),
        total: groups.length,
        accounts: groups.reduce((sum, { accounts }) => sum + accounts.length, 0),
        copies: copiesOf(groups).groups,
      }
    }),
    group: calls.group.handler(({ input, errors }) => {
      const { bench } = openOf(input.batch, errors)
      const group = groupWith(groupsOf(store, bench), input.account)
      if (group === null) return null
      const { main, plan } = bench
      return {
        sheet: { position: main.position, name: main.info.name },
        columns: main.info.columns.map(({ index, name }) => ({
          index,
          name,
          isKey: plan.key.includes(index),
        })),
        sides: group.accounts.map((one) => {
          const account = store.accounts.get(one.id)
          return {
            account: one.id,
            key: one.key,
            row: one.row,
            held: account.held_reason,
            locked: lockOf(account),
            cells: [...cellsOf(store, bench, one.row)],
            proposed: proposedKey(store, bench, one),
          }
        }),
        linked: linkedOf(bench, group.accounts[0]?.row ?? 0),
        merge: mergeShape(store, bench, group.accounts),
      }
    }),
    keepFirstOfCopies: calls.keepFirstOfCopies.handler(({ input, errors }) => {
      const { batch, bench } = openOf(input.batch, errors)
      const { groups, others } = copiesOf(groupsOf(store, bench))
      if (groups !== input.expected) {
        const message = `There are ${groups} groups of copies now, not ${input.expected}. Nothing was done: look at them again.`
        unwrap(failed('input', 'other_rows', message), errors)
      }
      const reason = 'A copy of another row, which was kept'
      const { choice, accounts } = decideAbout(context, batch, others, {
        what: 'exclude',
        reason,
        until: null,
      })
      return { choice, accounts }
    }),
    renumber: calls.renumber.handler(({ input, errors }) => {
      const { batch, bench } = openOf(input.batch, errors)
      for (const { account } of input.numbers) accountOf(context, account, errors)
      const { edit } = unwrap(renumber(context, batch, bench, input.numbers, input.forgetUndone), errors)
      return { edit }
    }),
    merge: calls.merge.handler(({ input, errors }) => {
      const { batch, bench } = openOf(input.batch, errors)
      for (const id of [input.keep, ...input.others]) accountOf(context, id, errors)
      const { edit } = unwrap(mergeAccounts(context, batch, bench, input), errors)
      return { edit }
    }),
  }

  /** Rows of other sheets that hang on the account of this row, by sheet. */
  function linkedOf(bench: Bench, at: number): { sheet: string; rows: number[] }[] {
    const row = store.rows.row(bench.batch.id, bench.main.position, at)
    const gathered = row === null ? null : gatherAccount(bench, bench.main, row, bench.sheets)
    const found = new Map<string, Set<number>>()
    const walk = (parents: NonNullable<typeof gathered>['main']): void => {
      for (const one of parents.flatMap((parent) => parent.linked.flat())) {
        found.set(one.sheet, (found.get(one.sheet) ?? new Set<number>()).add(one.row.row))
        walk([one])
      }
    }
    if (gathered !== null) walk(gathered.main)
    return [...found].map(([sheet, rows]) => ({ sheet, rows: [...rows].sort((a, b) => a - b) }))
  }
}
