// Claims of this desktop in the team's database: asks for many at once, says what became of them, and after the server may
// have forgotten something, compares this desktop's own record. Each function is one statement, so one round trip.
import { z } from 'zod'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'

/** One start of the program on a data folder. `known`: the highest number of its claims. */
export type Session = { readonly desktop: string; readonly session: number; known: number }

/** `identity`: of `identityHash`. `batch`: the team's identifier of the batch. */
export type Wanted = {
  readonly identity: Buffer
  readonly batch: string
  readonly wave: number
  /** Empty: without one. */
  readonly supplier: string
}

export const claimStates = ['open', 'there', 'free'] as const
/** open: it may be sent or was; there: the account is on the platform; free: it ended without an account. */
export type ClaimState = (typeof claimStates)[number]

/** Who has the claim of an account. Times in milliseconds since 1970, by the server's clock. */
export type Holder = {
  readonly member: string
  readonly batch: string
  readonly wave: number
  readonly state: ClaimState
  /** As the account's state says it where it has ended. */
  readonly outcome: string | null
  readonly since: number
  readonly changed: number
  /** It is this desktop. */
  readonly mine: boolean
}

/**
 * ok: claims are granted; left: the desktop does not belong to the team; replaced: its data folder was opened again
 * elsewhere; compare: its own record has to be compared first; wait: that of another desktop has to.
 */
export const standings = ['ok', 'left', 'replaced', 'compare', 'wait'] as const
export type Standing = (typeof standings)[number]

export type Granted = {
  readonly epoch: number
  readonly number: number
  /** It was open before: a desktop whose own record lacks it looks up the account before it sends. */
  readonly again?: boolean
  /** It must not be used for so long, in milliseconds: another desktop may still use its permit. */
  readonly waitMs?: number
  /**
   * Above 0: what a desktop created may be known to nobody, since it was left out after the server forgot something. The
   * account is looked up before it is sent, once for each such number.
   */
  readonly doubt?: number
}

export type ClaimAnswer = {
  readonly standing: Standing
  /** By the identity's hash in hexadecimal digits. Identities that are in no list are under a pause for all. */
  readonly granted: ReadonlyMap<string, Granted>
  readonly held: ReadonlyMap<string, Holder>
  /** Identities whose batch another desktop has taken over. */
  readonly moved: readonly string[]
}

/** A claim in this desktop's own record. */
export type OwnClaim = Omit<Wanted, 'supplier'> &
  Granted & { readonly state: ClaimState; readonly outcome: string | null }

export type Ended = {
  readonly identity: Buffer
  readonly epoch: number
  readonly state: ClaimState
  readonly outcome: string | null
}

const milliseconds = z.date().transform((at) => at.getTime())

const claimRow = z.object({
  identity: z.instanceof(Buffer).nullable(),
  verdict: z.string(),
  epoch: z.number().nullable(),
  number: z.number().nullable(),
  member: z.string().nullable(),
  batch: z.string().nullable(),
  wave: z.number().nullable(),
  state: z.enum(claimStates).nullable(),
  outcome: z.string().nullable(),
  since: milliseconds.nullable(),
  changed: milliseconds.nullable(),
  mine: z.boolean().nullable(),
  again: z.boolean().nullable(),
  wait_ms: z.number().nullable(),
  doubt: z.number().nullable(),
})
type ClaimRow = z.infer<typeof claimRow>

/**
 * Asks for the claims of these accounts. Those of this desktop that are still open are granted again. An account whose end
 * the database has not confirmed yet must not be among them: its end could arrive after the new grant, and free it.
 */
export async function claimAccounts(
  database: TeamDatabase,
  session: Session,
  service: string,
  wanted: readonly Wanted[],
): Promise<TeamResult<ClaimAnswer>> {
  const found = await database.run(
    claimRow,
    'SELECT * FROM carryover.claim($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      session.desktop,
      session.session,
      session.known,
      service,
      wanted.map(({ batch }) => batch),
      wanted.map(({ wave }) => wave),
      wanted.map(({ supplier }) => supplier),
      wanted.map(({ identity }) => identity),
    ],
  )
  if (!found.ok) return found
  const granted = new Map<string, Granted>()
  const held = new Map<string, Holder>()
  const moved: string[] = []
  let standing: Standing = 'ok'
  for (const row of found.value) {
    const key = row.identity?.toString('hex')
    if (key === undefined) standing = z.enum(standings).parse(row.verdict)
    else if (row.verdict === 'granted') granted.set(key, grantedOf(row, session))
    else if (row.verdict === 'other') held.set(key, holderOf(row))
    else if (row.verdict === 'moved') moved.push(key)
  }
  return { ok: true, value: { standing, granted, held, moved } }
}

const grant = z.object({
  epoch: z.number(),
  number: z.number(),
  again: z.boolean(),
  waitMs: z.number(),
  doubt: z.number(),
})

function grantedOf({ epoch, number, again, wait_ms, doubt }: ClaimRow, session: Session): Granted {
  const one = grant.parse({ epoch, number, again, waitMs: wait_ms, doubt })
  session.known = Math.max(session.known, one.number, one.doubt)
  return one
}

function holderOf({ member, batch, wave, state, outcome, since, changed, mine }: ClaimRow): Holder {
  return {
    member: member ?? '',
    batch: batch ?? '',
    wave: wave ?? 0,
    state: state ?? 'open',
    outcome,
    since: since ?? 0,
    changed: changed ?? 0,
    mine: mine === true,
  }
}

const identityRow = z.object({ identity: z.instanceof(Buffer) })

/** Says what became of claims. Returns the hashes of those that another desktop has got meanwhile. */
export async function endClaims(
  database: TeamDatabase,
  session: Session,
  service: string,
  ended: readonly Ended[],
): Promise<TeamResult<readonly string[]>> {
  const lost = await database.run(identityRow, 'SELECT * FROM carryover.ended($1, $2, $3, $4, $5, $6)', [
    session.desktop,
    service,
    ended.map(({ identity }) => identity),
    ended.map(({ epoch }) => epoch),
    ended.map(({ state }) => state),
    ended.map(({ outcome }) => outcome ?? ''),
  ])
  return lost.ok ? { ok: true, value: lost.value.map(({ identity }) => identity.toString('hex')) } : lost
}

/** Begins a comparison of the whole record. Returns the code of the term for which it is. */
export async function beginComparison(database: TeamDatabase, session: Session): Promise<TeamResult<string>> {
  const found = await database.run(
    z.object({ code: z.string() }),
    'SELECT * FROM carryover.begin_comparison($1, $2, $3)',
    [session.desktop, session.session, session.known],
  )
  return found.ok ? { ok: true, value: found.value[0]?.code ?? '' } : found
}

/** Adds claims of this desktop's own record that the database lacks, or has in an older state. Returns how many. */
export async function compareClaims(
  database: TeamDatabase,
  session: Session,
  service: string,
  own: readonly OwnClaim[],
): Promise<TeamResult<number>> {
  const restored = await database.run(
    z.object({ restored: z.number() }),
    'SELECT * FROM carryover.compare($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      session.desktop,
      session.session,
      service,
      own.map(({ batch }) => batch),
      own.map(({ wave }) => wave),
      own.map(({ identity }) => identity),
      own.map(({ epoch }) => epoch),
      own.map(({ number }) => number),
      own.map(({ state }) => state),
      own.map(({ outcome }) => outcome ?? ''),
    ],
  )
  return restored.ok ? { ok: true, value: restored.value[0]?.restored ?? 0 } : restored
}

const takenRow = z.object({
  verdict: z.string(),
  identity: z.instanceof(Buffer).nullable(),
  epoch: z.number().nullable(),
  number: z.number().nullable(),
  wave: z.number().nullable(),
  state: z.enum(claimStates).nullable(),
  outcome: z.string().nullable(),
})

/** What came with a batch: its claims, with epochs above those that the other desktop knows. */
export type TakenOver = {
  readonly standing: Standing
  readonly claims: readonly OwnClaim[]
}

/** Takes a batch over. None of its open claims is used for `takeOverWaitMs`: the other desktop may still use its permits. */
export async function takeBatchOver(
  database: TeamDatabase,
  session: Session,
  batch: string,
): Promise<TeamResult<TakenOver>> {
  const found = await database.run(takenRow, 'SELECT * FROM carryover.take_over($1, $2, $3, $4)', [
    session.desktop,
    session.session,
    session.known,
    batch,
  ])
  if (!found.ok) return found
  let standing: Standing = 'ok'
  const claims = found.value.flatMap(({ verdict, identity, epoch, number, wave, state, outcome }) => {
    if (verdict !== 'taken') standing = z.enum(standings).parse(verdict)
    if (identity === null || epoch === null || number === null || wave === null || state === null) return []
    session.known = Math.max(session.known, number)
    return [{ identity, batch, wave, epoch, number, state, outcome }]
  })
  return { ok: true, value: { standing, claims } }
}

/**
 * Ends the comparison: claims are granted again once all desktops have done so.
 * @param term of `beginComparison`. If another term has begun since, the standing is `compare` again.
 */
export async function endComparison(
  database: TeamDatabase,
  session: Session,
  term: string,
): Promise<TeamResult<Standing>> {
  const found = await database.run(
    z.object({ standing: z.enum(standings) }),
    'SELECT * FROM carryover.compared($1, $2, $3, $4)',
    [session.desktop, session.session, session.known, term],
  )
  return found.ok ? { ok: true, value: found.value[0]?.standing ?? 'left' } : found
}
