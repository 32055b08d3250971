// Takes a batch over from its copy: reads the copy into a file, checks it, writes its rows as a hidden batch, moves the claims
// in the team's database, writes down what they know beyond the copy, and shows the batch. Before the claims move nothing has
// happened; if it ends after that, this desktop takes the same copy over again.
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyState } from '../../../../shared/contract/team/copies.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'
import { uploadsIn } from '../../accounts/batch-removal.ts'
import type { Arrival, TakenOver } from '../../handover/take-over.ts'
import { stopped } from '../../handover/project-failure.ts'
import type { Account } from '../../store/accounts/account-row.ts'
import type { TakenClaim } from '../../store/team/taken-claims.ts'
import { failed, type Failure, type Result, success } from '../../system/failure.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import type { Granting } from '../claims/claim-queue.ts'
import { identityHash } from '../claims/identity-hash.ts'
import type { TeamResult } from '../database/trouble.ts'
import { teamFailure } from '../team-failure.ts'
import {
  type MovedClaim,
  readCopies,
  readMovedClaims,
  readMovedClaimsOf,
  removeCopies,
  type StoredCopy,
  takeCopy,
  type Taking,
} from './copies.ts'
import { fetchCopy } from './copy-file.ts'
import { followMoved } from './follow-moved.ts'
import { type CopyParts, readyTeam } from './parts.ts'

export type TakeOrder = {
  readonly copy: string
  readonly passphrase: string | null
  readonly connection: number | null
  readonly signal: AbortSignal
}

/** Resolves when the batch is here. */
export async function takeOverFromTeam(parts: CopyParts, order: TakeOrder): Promise<Result<TakenOver>> {
  const team = readyTeam(parts)
  if (!team.ok) return team
  // A batch that comes back has to be locked here first.
  await followMoved(parts)
  const found = await readCopies(team.value.database, order.copy)
  if (!found.ok) return teamFailure(found.trouble)
  const [copy] = found.value
  if (copy === undefined) return failed('input', 'copy_gone', message('copies.gone'))
  const refused = refuseState(copyStateOf(copy, team.value), copy)
  if (refused !== null) return refused
  if (copy.encrypted && order.passphrase === null)
    return failed('input', 'passphrase_missing', message('handover.passphrase_missing', { file: copy.name }))
  const folder = join(uploadsIn(parts.folder), `copy-${randomUUID()}`)
  const path = join(folder, fileNameOf(copy.name))
  try {
    return await parts.unfinished.around(path, () => openCopy(parts, { ...order, copy, folder, path }))
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

type Fetched = Omit<TakeOrder, 'copy'> & {
  readonly copy: StoredCopy
  readonly folder: string
  readonly path: string
}

async function openCopy(parts: CopyParts, order: Fetched): Promise<Result<TakenOver>> {
  const { copy, folder, path, passphrase, connection, signal } = order
  const team = readyTeam(parts)
  if (!team.ok) return team
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const progress = (done: number, total: number): void => parts.opening({ stage: 'fetching', done, total })
    const fetched = await fetchCopy(team.value, copy, path, { signal, progress })
    if (!fetched.ok) return fetched
  } catch (error) {
    if (signal.aborted) return stopped()
    throw error
  }
  const arrival = arrivalOf(parts, team.value.team, copy)
  const taken = await parts.handovers.open(path, passphrase, connection, signal, arrival)
  if (taken.ok) await removeTaken(parts, copy)
  return taken
}

/** Its own copies are made here from now on, if a person wants them. While the database is away, this is done later. */
async function removeTaken({ store, granting }: CopyParts, { batch, id }: StoredCopy): Promise<void> {
  const open = granting()
  if (open === null) return
  const removed = await removeCopies(open.database, open.session, batch, id)
  if (removed.ok) store.copies.removed(open.team, { code: batch, copy: id })
}

/** The name stands in sentences of the file. */
function fileNameOf(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N} ._()-]+/gu, '_')
      .replace(/^[. ]+/, '')
      .slice(0, 100) || 'batch'
  )
}

/** What this desktop may do with a copy. */
export function copyStateOf(
  { desktop, owner, handedOver, isSilent }: StoredCopy,
  { session }: Granting,
): CopyState {
  if (owner === session.desktop) return desktop === session.desktop ? 'own' : 'unfinished'
  if (isSilent) return 'silent'
  if (owner !== desktop) return 'taken'
  return handedOver ? 'handed_over' : 'there'
}

function refuseState(state: CopyState, { member, machine }: StoredCopy) {
  switch (state) {
    case 'own':
      return failed('input', 'own_copy', message('copies.own'))
    case 'there':
      return failed('input', 'desktop_there', message('copies.there', { member, machine }))
    case 'taken':
      return failed('input', 'batch_taken', message('copies.taken_by_other'))
    case 'handed_over':
    case 'silent':
    case 'unfinished':
      return null
    default:
      return state satisfies never
  }
}

const refusals: Readonly<Record<Exclude<Taking, 'taken'>, (copy: StoredCopy) => Said>> = {
  ok: () => message('copies.not_ready'),
  gone: () => message('copies.gone'),
  other: () => message('copies.taken_by_other'),
  there: ({ member, machine }) => message('copies.there', { member, machine }),
  own: () => message('copies.own'),
  left: () => message('copies.not_ready'),
  replaced: () => message('copies.not_ready'),
  compare: () => message('copies.not_ready'),
  wait: () => message('copies.not_ready'),
}

function arrivalOf(parts: CopyParts, joined: string, copy: StoredCopy): Arrival {
  const { store } = parts
  return {
    async before(batch) {
      const team = readyTeam(parts)
      if (!team.ok) return team
      if (team.value.team !== joined)
        return failed('workspace', 'team_not_ready', message('copies.not_ready'))
      if (store.ownClaims.codeOf(batch) !== copy.batch)
        return failed('input', 'copy_changed', message('copies.changed', { name: copy.name }))
      const { database, session } = team.value
      const taken = await takeCopy(database, session, copy.id)
      if (!taken.ok) return teamFailure(taken.trouble)
      if (taken.value !== 'taken') return failed('input', `copy_${taken.value}`, refusals[taken.value](copy))
      const kept = await keepClaims({ ...parts, team: team.value, copy, batch })
      return kept === null ? success(undefined) : { ok: false, failure: kept }
    },
    within(batch, at) {
      store.takenClaims.taken(batch, at)
      store.copies.begin(joined, batch, copy.batch)
      store.copies.removeLater(joined, copy.batch, copy.id)
    },
  }
}

const claimsAtOnce = 5000
const accountsAtOnce = 1000

type Taken = Pick<CopyParts, 'store' | 'clock'> & {
  readonly team: Granting
  readonly copy: StoredCopy
  /** The hidden one. */
  readonly batch: number
}

/** All claims first, also those of accounts that the copy does not have; then what they say of each account. */
async function keepClaims(taken: Taken): Promise<Failure | null> {
  const { store, copy, team, batch, clock } = taken
  const connection = store.batches.get(batch)?.connectionId ?? null
  if (connection === null) throw new Error('A batch that was opened has a connection')
  const place = { batch, connection }
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const found = await readMovedClaims(team.database, team.session, copy, after, claimsAtOnce)
    const claims = claimsOf(taken, found)
    if (!claims.ok) return claims.failure
    store.takenClaims.settle(
      place,
      claims.value.map((claim) => ({ claim, account: null })),
      [],
      clock.now(),
    )
    const last = claims.value.at(-1)
    if (last === undefined) break
    after = last.identity
    await yieldToEventLoop()
  }
  for (let after = 0; ; ) {
    const accounts = store.takenClaims.accountsAfter(batch, after, accountsAtOnce)
    const last = accounts.at(-1)
    if (last === undefined) return null
    after = last.id
    const named = namesOf(taken, accounts)
    const found = await readMovedClaimsOf(
      team.database,
      team.session,
      copy,
      named.map(({ hash }) => hash),
    )
    const claims = claimsOf(taken, found)
    if (!claims.ok) return claims.failure
    const byName = new Map(claims.value.map((claim) => [claim.identity.toString('hex'), claim]))
    const pairs = named.flatMap(({ account, hash }) => {
      const claim = byName.get(hash.toString('hex'))
      return claim === undefined ? [] : [{ claim, account }]
    })
    const isClaimed = new Set(pairs.map(({ account }) => account.id))
    store.takenClaims.settle(
      place,
      pairs,
      accounts.filter(({ id }) => !isClaimed.has(id)),
      clock.now(),
    )
    await yieldToEventLoop()
  }
}

function namesOf({ team, copy }: Taken, accounts: readonly Account[]) {
  return accounts.flatMap((account) =>
    account.identity === null
      ? []
      : [{ account, hash: identityHash(team.team, copy.service, account.identity) }],
  )
}

/** As this folder's record has them, with times by the clock of this machine. */
function claimsOf(
  { team, copy, clock }: Taken,
  found: TeamResult<readonly MovedClaim[]>,
): Result<readonly TakenClaim[]> {
  if (!found.ok) return teamFailure(found.trouble)
  const { service, batch } = copy
  return success(
    found.value.map(({ now, claimedAt, ...claim }) => {
      team.session.known = Math.max(team.session.known, claim.number)
      return { ...claim, team: team.team, service, batch, claimedAt: claimedAt + clock.now() - now }
    }),
  )
}
