// API calls about the team that the workspace belongs to.
import type { TeamAddressInput } from '../../../../shared/contract/team/team.ts'
import { message } from '../../../../shared/texts/message.ts'
import { failed } from '../../system/failure.ts'
import {
  leaveTeam,
  machineName,
  openSession,
  pauseForAll,
  resumeForAll,
  teamOf,
} from '../../team/claims/session.ts'
import { openTeamDatabase, type TeamDatabase } from '../../team/database/connect.ts'
import { initializeTeam, mayWrite, readTeamSchema } from '../../team/database/schema.ts'
import { forgetForAll, rememberPause, rememberQuiet } from '../../team/for-all/known-for-all.ts'
import { isTimeZone, setQuietForAll } from '../../team/for-all/quiet-hours.ts'
import { endPausesForAll } from '../../team/for-all/mirror-pauses.ts'
import { desktopOf, readTeam, storeTeam } from '../../team/settings.ts'
import { type CallContext, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'
import { boardCalls } from './board-calls.ts'
import { known, opened, serviceOf } from './opened-team.ts'
import { teamAuditCalls } from './team-audit-calls.ts'

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
      const { database, session } = opened(context, errors)
      known(await leaveTeam(database, input.desktop, session.desktop), errors)
      team.hurry()
    }),
    pause: calls.pause.handler(async ({ input, errors }) => {
      const { database, session } = opened(context, errors)
      const service = serviceOf(context, input.connection, errors)
      const pause = { service, supplier: input.supplier, reason: input.reason }
      const since = known(await pauseForAll(database, session, pause), errors)
      rememberPause(context.store.settings, { ...pause, since })
      team.hurry()
    }),
    resume: calls.resume.handler(async ({ input: { connection, supplier }, errors }) => {
      if (await resumeForTeam(context, connection, supplier, errors)) return
      const service = serviceOf(context, connection, errors)
      const place = { service, supplier, hasSupplier: supplier === '' ? 'no' : 'yes' }
      unwrap(failed('input', 'not_paused_for_all', message('team.not_paused', place)), errors)
    }),
    quietHours: calls.quietHours.handler(({ input, errors }) => setQuietHours(context, input, errors)),
    ...boardCalls(context),
    ...teamAuditCalls(context),
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
  rememberQuiet(context.store.settings, { service, hours, timeZone, since: context.clock.now() })
  context.team.hurry()
}

/** Ends a pause for all; here it ends with the next answer of the database. False: there was none. */
export async function resumeForTeam(
  context: CallContext,
  connection: number,
  supplier: string,
  errors: Refuse,
): Promise<boolean> {
  const { database, session } = opened(context, errors)
  const service = serviceOf(context, connection, errors)
  const isEnded = known(await resumeForAll(database, session, { service, supplier }), errors)
  context.team.hurry()
  return isEnded
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
      known: store.ownClaims.highestNumber(known(await teamOf(database), errors)),
      sent: store.sentClaims.lastAttempt(),
    }
    const session = known(await openSession(database, opener, true), errors)
    if (session === null) throw new Error('A desktop that joins belongs to the team')
    return session
  })
  await team.stop()
  // Brakes that tripped before it belonged to the team were of this desktop only.
  if (before === null) for (const { batch } of store.waves.stopsForAll()) store.waves.stopAnnounced(batch)
  if (input.password !== null) await keyStore.setTeamSecret('password', input.password)
  if (input.passphrase !== null) await keyStore.setTeamSecret('passphrase', input.passphrase)
  const { address, caFile, clientCertificate, clientKey } = input
  storeTeam(store.settings, { address, caFile, clientCertificate, clientKey, name, team: id, known: {} })
  team.start()
  const view = team.view()
  if (view === null) throw new Error('A workspace that joined has a team')
  return view
}

/** Also where the database is not reached: then it is not said to the others, who leave this desktop out. */
async function leave(context: CallContext, errors: Refuse): Promise<{ isSaid: boolean }> {
  const { store, keyStore, team } = context
  const stored = readTeam(store.settings)
  if (stored === null) return unwrap(failed('input', 'no_team', message('team.not_joined')), errors)
  refuseWhileSending(context, 'leave', errors)
  const open = team.open()
  // Who was left out has nothing to say.
  const isLeft = team.view()?.state === 'left'
  const said = open === null ? null : await leaveTeam(open.database, open.session.desktop)
  storeTeam(store.settings, null)
  await team.stop()
  endPausesForAll(store)
  forgetForAll(store.settings)
  await keyStore.setTeamSecret('password', null)
  await keyStore.setTeamSecret('passphrase', null)
  await keyStore.setTeamSecret('copies', null)
  return { isSaid: isLeft || said?.ok === true }
}

/** What is on its way was decided with or without a team; that must not change meanwhile. */
function refuseWhileSending({ store }: CallContext, what: 'join' | 'leave', errors: Refuse): void {
  const isSending = store.connections.all().some(({ id }) => store.sending.countInState(id, 'sending') > 0)
  if (isSending) unwrap(failed('input', 'sending_now', message('team.sending_now', { what })), errors)
}
