// API calls about the team that the workspace belongs to.
import { z } from 'zod'
import { serviceAt } from '../../../../shared/sending/connection.ts'
import {
  batchProgress,
  type TeamAddressInput,
  type TeamBoard,
} from '../../../../shared/contract/team/team.ts'
import { message } from '../../../../shared/texts/message.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { leaveTeam, machineName, openSession, pauseForAll, resumeForAll } from '../../team/claims/session.ts'
import { openTeamDatabase, type TeamDatabase } from '../../team/database/connect.ts'
import { initializeTeam, mayWrite, readTeamSchema } from '../../team/database/schema.ts'
import type { TeamResult } from '../../team/database/trouble.ts'
import { isTimeZone, setQuietForAll } from '../../team/for-all/quiet-hours.ts'
import { endPausesForAll } from '../../team/for-all/mirror-pauses.ts'
import { desktopOf, readTeam, storeTeam } from '../../team/settings.ts'
import type { Granting } from '../../team/claims/claim-queue.ts'
import { type CallContext, connectionOf, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'

export function teamCalls(context: CallContext) {
  const { team } = context
  const calls = os.team
  return {
    get: calls.get.handler(() => team.view()),
    init: calls.init.handler(({ input, errors }) =>
      withDatabase(context, input, errors, async (database) => ({
        version: known(await initializeTeam(database, context.version), errors).version,
      })),
    ),
    join: calls.join.handler(({ input, errors }) => join(context, input, errors)),
    leave: calls.leave.handler(({ errors }) => leave(context, errors)),
    leaveOut: calls.leaveOut.handler(async ({ input, errors }) => {
      known(await leaveTeam(opened(context, errors).database, input.desktop), errors)
      team.hurry()
    }),
    pause: calls.pause.handler(async ({ input, errors }) => {
      const { database, session } = opened(context, errors)
      const service = serviceOf(context, input.connection, errors)
      known(
        await pauseForAll(database, session, { service, supplier: input.supplier, reason: input.reason }),
        errors,
      )
      team.hurry()
    }),
    resume: calls.resume.handler(({ input, errors }) =>
      resumeForTeam(context, input.connection, input.supplier, errors),
    ),
    quietHours: calls.quietHours.handler(({ input, errors }) => setQuietHours(context, input, errors)),
    board: calls.board.handler(({ errors }) => readBoard(opened(context, errors), errors)),
  }
}

async function setQuietHours(
  context: CallContext,
  { connection, hours, timeZone }: Inputs['team']['quietHours'],
  errors: Refuse,
): Promise<void> {
  const { database, session } = opened(context, errors)
  const service = serviceOf(context, connection, errors)
  const unknown = failed('input', 'time_zone_unknown', message('team.time_zone_unknown', { zone: timeZone }))
  if (!isTimeZone(timeZone)) unwrap(unknown, errors)
  const verdict = known(await setQuietForAll(database, session, service, { hours, timeZone }), errors)
  if (verdict === 'unknown_zone') unwrap(unknown, errors)
  context.team.hurry()
}

/** Ends a pause for all; here it ends with the next answer of the database. */
export async function resumeForTeam(
  context: CallContext,
  connection: number,
  supplier: string,
  errors: Refuse,
): Promise<void> {
  const { database, session } = opened(context, errors)
  const service = serviceOf(context, connection, errors)
  known(await resumeForAll(database, session, { service, supplier }), errors)
  context.team.hurry()
}

function known<T>(result: TeamResult<T>, errors: Refuse): T {
  return unwrap(resultOf(result), errors)
}

function resultOf<T>(result: TeamResult<T>): Result<T> {
  return result.ok
    ? success(result.value)
    : failed('workspace', `team_${result.trouble.kind}`, result.trouble.message)
}

/** Refused where the workspace belongs to no team, or its database is not reached. */
function opened({ team }: CallContext, errors: Refuse): Granting {
  const open = team.open()
  if (open !== null) return open
  const view = team.view()
  const why = view === null ? message('team.not_joined') : (view.why ?? message('team.not_reached'))
  return unwrap(failed('workspace', view === null ? 'no_team' : 'team_away', why), errors)
}

function serviceOf(context: CallContext, connection: number, errors: Refuse): string {
  return serviceAt(connectionOf(context, connection, errors).settings.baseUrl)
}

type Secrets = { readonly password: string | null; readonly passphrase: string | null }

/** A database that is opened for one call. Without secrets, those of the key store are used. */
async function withDatabase<T>(
  { keyStore }: CallContext,
  { password, passphrase, ...settings }: TeamAddressInput & Secrets,
  errors: Refuse,
  work: (database: TeamDatabase) => Promise<T>,
): Promise<T> {
  const database = known(
    await openTeamDatabase(settings, {
      password: password ?? (await keyStore.teamSecret('password')),
      passphrase: passphrase ?? (await keyStore.teamSecret('passphrase')),
    }),
    errors,
  )
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function join(
  context: CallContext,
  input: TeamAddressInput & Secrets & { readonly name: string },
  errors: Refuse,
) {
  const { store, keyStore, team } = context
  const name = input.name.trim().slice(0, 100)
  if (name === '') unwrap(failed('input', 'name_missing', message('team.name_missing')), errors)
  const before = readTeam(store.settings)
  if (before !== null && before.address !== input.address)
    unwrap(failed('input', 'joined_already', message('team.joined_already')), errors)
  refuseWhileSending(context, 'join', errors)
  const { team: id } = await withDatabase(context, input, errors, async (database) => {
    const schema = known(await readTeamSchema(database), errors)
    known(mayWrite(schema, database), errors)
    const opener = {
      desktop: desktopOf(store.settings),
      name,
      machine: machineName(),
      program: context.version,
      known: store.ownClaims.highestNumber(),
    }
    const session = known(await openSession(database, opener, true), errors)
    if (session === null) throw new Error('A desktop that joins belongs to the team')
    return session
  })
  await team.stop()
  // Brakes that tripped before were of this desktop only.
  for (const { batch } of store.waves.stopsForAll()) store.waves.stopAnnounced(batch)
  if (input.password !== null) await keyStore.setTeamSecret('password', input.password)
  if (input.passphrase !== null) await keyStore.setTeamSecret('passphrase', input.passphrase)
  const { address, caFile, clientCertificate, clientKey } = input
  storeTeam(store.settings, { address, caFile, clientCertificate, clientKey, name, team: id, isKnown: false })
  team.start()
  const view = team.view()
  if (view === null) throw new Error('A workspace that joined has a team')
  return view
}

/** Also where the database is not reached: the others then leave this desktop out. */
async function leave(context: CallContext, errors: Refuse): Promise<void> {
  const { store, keyStore, team } = context
  const stored = readTeam(store.settings)
  if (stored === null) return unwrap(failed('input', 'no_team', message('team.not_joined')), errors)
  refuseWhileSending(context, 'leave', errors)
  const open = team.open()
  if (open !== null) await leaveTeam(open.database, open.session.desktop)
  storeTeam(store.settings, null)
  await team.stop()
  endPausesForAll(store)
  await keyStore.setTeamSecret('password', null)
  await keyStore.setTeamSecret('passphrase', null)
  await keyStore.setTeamSecret('copies', null)
}

/** What is on its way was decided with or without a team; that must not change meanwhile. */
function refuseWhileSending({ store }: CallContext, what: 'join' | 'leave', errors: Refuse): void {
  const isSending = store.connections.all().some(({ id }) => store.sending.countInState(id, 'sending') > 0)
  if (isSending) unwrap(failed('input', 'sending_now', message('team.sending_now', { what })), errors)
}

const time = z.date().transform((at) => at.getTime())
const desktopRow = z.object({
  id: z.string(),
  member: z.string(),
  machine: z.string(),
  program: z.string(),
  seen: time,
  isThere: z.boolean(),
})
const batchRow = z.object({
  id: z.string(),
  desktop: z.string(),
  member: z.string(),
  name: z.string(),
  service: z.string(),
  progress: batchProgress.nullable().catch(null),
  saidAt: time,
})

async function readBoard({ database, session }: Granting, errors: Refuse): Promise<TeamBoard> {
  const desktops = known(
    await database.run(
      desktopRow,
      `SELECT d.id::text, m.name AS member, d.machine, d.program, d.seen_at AS seen,
         d.seen_at > now() - interval '10 seconds' AS "isThere"
       FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member WHERE d.left_at IS NULL ORDER BY m.name, d.machine`,
    ),
    errors,
  )
  const batches = known(
    await database.run(
      batchRow,
      `SELECT b.id::text, b.desktop::text, m.name AS member, b.name, s.address AS service, b.progress, b.said_at AS "saidAt"
       FROM carryover.batch b JOIN carryover.service s ON s.id = b.service JOIN carryover.desktop d ON d.id = b.desktop
       JOIN carryover.member m ON m.id = d.member ORDER BY b.said_at DESC LIMIT 500`,
    ),
    errors,
  )
  return {
    desktops: desktops.map((desktop) => ({ ...desktop, isThis: desktop.id === session.desktop })),
    // Each keeps its place: all say how far they are every other second.
    batches: batches.toSorted(
      (one, other) => one.member.localeCompare(other.member) || one.name.localeCompare(other.name),
    ),
  }
}
