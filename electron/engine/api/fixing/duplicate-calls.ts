// API calls about duplicates: the groups, the comparison within a group, and decisions about it.
import type { CompiledMapping } from '../../accounts/build/compiled-mapping.ts'
import {
  cellsOf,
  copiesOf,
  groupOf,
  groupsAt,
  mergeAccounts,
  mergeShape,
  proposedKey,
  renumber,
} from '../../accounts/duplicates/duplicates.ts'
import { checkTexts } from '../../accounts/masking/masks.ts'
import { lockOf } from '../../accounts/editing.ts'
import { linkedRowsOf, linksByNumber, textOfLinked } from '../../accounts/duplicates/linked-rows.ts'
import { checkExpected, versionOf } from '../../system/expected-version.ts'
import { failed, success } from '../../system/failure.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { DuplicateGroups } from '../../store/lookup/duplicate-groups.ts'
import { decideAbout } from '../account-calls.ts'
import { nobodyAsks } from '../import/row-calls.ts'
import {
  accountOf,
  batchOf,
  type CallContext,
  type Inputs,
  os,
  type Refuse,
  unwrap,
} from '../call-context.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

/** Limit per group: first rows in the list, accounts compared, and linked rows of other sheets. */
const rowsNamed = 5
const sidesAtOnce = 50
const linkedAtOnce = 200

export function duplicateCalls(context: CallContext) {
  const calls = os.duplicates

  return {
    groups: calls.groups.handler(({ input, errors, signal }) => groups(context, input, errors, signal)),
    group: calls.group.handler(({ input, errors, signal }) => group(context, input, errors, signal)),
    keepFirstOfCopies: calls.keepFirstOfCopies.handler(({ input, errors }) =>
      keepFirstOfCopies(context, input, errors),
    ),
    renumber: calls.renumber.handler(({ input, errors }) => renumberAccounts(context, input, errors)),
    merge: calls.merge.handler(({ input, errors }) => merge(context, input, errors)),
  }
}

function openOf(
  context: CallContext,
  id: number,
  errors: Refuse,
): { readonly batch: StoredBatch; readonly compiledMapping: CompiledMapping } {
  const { editing } = context
  const batch = batchOf(context, id, errors)
  const compiledMapping = editing.compiledMappingOf(batch)
  const notBuilt = failed('input', 'batch_not_loaded', message('system.batch_not_loaded_yet', { batch: id }))
  return {
    batch,
    compiledMapping: unwrap(compiledMapping === null ? notBuilt : success(compiledMapping), errors),
  }
}

/** Runs on the lookup thread if there is much data. */
async function groupsOf(
  { store }: CallContext,
  { batch, main, plan }: CompiledMapping,
  signal?: AbortSignal,
): Promise<DuplicateGroups> {
  const asked = { batch: batch.id, sheet: main.position, byKey: !plan.groupsRows }
  const { value } = await store.lookups.duplicates(asked, { soon: false, signal })
  return value
}

async function groups(
  context: CallContext,
  input: Inputs['duplicates']['groups'],
  errors: Refuse,
  signal: AbortSignal | undefined,
) {
  const { store } = context
  const { compiledMapping } = openOf(context, input.batch, errors)
  const groups = await groupsOf(context, compiledMapping, signal).catch(nobodyAsks(signal, noGroups))
  const page = groupsAt(groups, input.offset, input.offset + input.limit)
  const ids = page.flatMap(({ accounts }) => [...accounts.subarray(0, rowsNamed)])
  const named = store.duplicates.named(input.batch, compiledMapping.main.position, ids)
  return {
    groups: page.map(({ accounts, differing }) => {
      const shown = [...accounts.subarray(0, rowsNamed)].flatMap((id) => named.get(id) ?? [])
      return {
        account: accounts[0] ?? 0,
        key: shown[0]?.key ?? '',
        accounts: accounts.length,
        rows: shown.map(({ row }) => row),
        differing,
      }
    }),
    total: groups.ends.length,
    accounts: groups.accounts.length,
    copies: copiesOf(groups).groups,
    version: versionOfCopies(copiesOf(groups)),
  }
}

async function group(
  context: CallContext,
  input: Inputs['duplicates']['group'],
  errors: Refuse,
  signal: AbortSignal | undefined,
) {
  const { store, masking } = context
  const { batch, compiledMapping } = openOf(context, input.batch, errors)
  const groups = await groupsOf(context, compiledMapping, signal).catch(nobodyAsks(signal, noGroups))
  const all = groupOf(groups, input.account)
  if (all === null) return null
  const { main, plan } = compiledMapping
  const ids = [...all.subarray(0, sidesAtOnce)]
  const named = store.duplicates.named(input.batch, main.position, ids)
  const accounts = ids.flatMap((id) => named.get(id) ?? [])
  const linked = linkedRowsOf(store, compiledMapping, ids, linksByNumber(compiledMapping)).filter(
    (one) => one.accounts.length > 1,
  )
  return {
    sheet: { position: main.position, name: main.info.name },
    columns: main.info.columns.map(({ index, name }) => ({
      index,
      name,
      isKey: plan.key.includes(index),
    })),
    sides: accounts.map((one) => {
      const account = store.accounts.get(one.id)
      return {
        account: one.id,
        key: one.key,
        row: one.row,
        held: account.held_reason,
        locked: lockOf(account),
        cells: masking.cells(batch, main, cellsOf(store, compiledMapping, one.row)),
        proposed: proposedKey(store, compiledMapping, one, (cells) => masking.cells(batch, main, cells)),
      }
    }),
    more: all.length - ids.length,
    linked: linked.slice(0, linkedAtOnce).map((one) => ({
      sheet: one.sheet.position,
      name: one.sheet.info.name,
      row: one.row.row,
      text: textOfLinked(one, masking.cells(batch, one.sheet, one.row.cells)),
    })),
    moreLinked: Math.max(0, linked.length - linkedAtOnce),
    merge: mergeShape(store, compiledMapping, accounts),
  }
}

async function keepFirstOfCopies(
  context: CallContext,
  input: Inputs['duplicates']['keepFirstOfCopies'],
  errors: Refuse,
) {
  const { batch, compiledMapping } = openOf(context, input.batch, errors)
  const copies = copiesOf(await groupsOf(context, compiledMapping))
  const words = (): Message => message('fixing.copies_changed', { groups: copies.groups })
  unwrap(checkExpected(input.expected, versionOfCopies(copies), words), errors)
  const { choice, accounts } = decideAbout(context, batch, copies.others, {
    what: 'exclude',
    reason: message('accounts.copy_of_kept'),
    until: null,
  })
  return { choice, accounts }
}

function renumberAccounts(context: CallContext, input: Inputs['duplicates']['renumber'], errors: Refuse) {
  const { batch, compiledMapping } = openOf(context, input.batch, errors)
  unwrap(checkTexts(input.numbers.map(({ key }) => key)), errors)
  for (const { account } of input.numbers) accountOf(context, account, errors)
  return unwrap(renumber(context, batch, compiledMapping, input), errors)
}

function merge(context: CallContext, input: Inputs['duplicates']['merge'], errors: Refuse) {
  const { batch, compiledMapping } = openOf(context, input.batch, errors)
  unwrap(checkTexts(input.texts.map(({ text }) => text)), errors)
  for (const id of [input.keep, ...input.others]) accountOf(context, id, errors)
  const { edit } = unwrap(mergeAccounts(context, batch, compiledMapping, input), errors)
  return { edit }
}

function versionOfCopies({ groups, others }: ReturnType<typeof copiesOf>): string {
  return versionOf(groups, others)
}

const noGroups: DuplicateGroups = {
  accounts: new Int32Array(),
  ends: new Int32Array(),
  differing: new Int32Array(),
}
