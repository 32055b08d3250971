// What this desktop knows to hold for all, kept in its folder: after a failover the server may have forgotten a pause or quiet
// hours, and then every desktop gives the database what it knows before claims are granted again. What a person ended there
// since stays ended.
import { z } from 'zod'
import type { SettingStore } from '../../store/database/settings.ts'
import type { Session } from '../claims/claims.ts'
import { machineName, type PauseToMake } from '../claims/session.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'
import { readTeam } from '../settings.ts'
import { type PauseForAll, pauseForAll, type QuietForAll, quietForAll } from './for-all-now.ts'

const settingName = 'team_for_all'

/** Times in milliseconds. */
const since = z.number()
const known = z.object({
  team: z.string(),
  pauses: z.array(pauseForAll.extend({ since })),
  quiet: z.array(quietForAll.extend({ since })),
})
export type ForAll = { readonly pauses: readonly PauseForAll[]; readonly quiet: readonly QuietForAll[] }

export function knownForAll(settings: SettingStore, team: string): ForAll {
  const text = settings.get(settingName) ?? ''
  const found = text === '' ? null : known.parse(JSON.parse(text))
  return found?.team === team ? found : { pauses: [], quiet: [] }
}

export function rememberForAll(settings: SettingStore, team: string, { pauses, quiet }: ForAll): void {
  const text = JSON.stringify({ team, pauses, quiet })
  if (settings.get(settingName) !== text) settings.set(settingName, text)
}

/** A pause from here that the database has confirmed: its next answer may come from a server that forgot it. */
export function rememberPause(settings: SettingStore, made: PauseToMake & { readonly since: number }): void {
  const stored = readTeam(settings)
  if (stored === null) return
  const { pauses, quiet } = knownForAll(settings, stored.team)
  const known = pauses.find((one) => isSamePlace(one, made))
  // One that was there stays.
  if (known?.since === made.since) return
  const pause: PauseForAll = {
    kind: 'person',
    detail: {},
    ...made,
    member: stored.name,
    machine: machineName(),
  }
  const others = pauses.filter((one) => one !== known)
  rememberForAll(settings, stored.team, { pauses: [...others, pause], quiet })
}

/** The same for quiet hours that were set from here; none: they ended. */
export function rememberQuiet(
  settings: SettingStore,
  set: Pick<QuietForAll, 'service' | 'hours' | 'timeZone' | 'since'>,
): void {
  const stored = readTeam(settings)
  if (stored === null) return
  const { pauses, quiet } = knownForAll(settings, stored.team)
  const others = quiet.filter(({ service }) => service !== set.service)
  const now = set.hours.length === 0 ? [] : [{ ...set, member: stored.name }]
  rememberForAll(settings, stored.team, { pauses, quiet: [...others, ...now] })
}

export function forgetForAll(settings: SettingStore): void {
  settings.set(settingName, '')
}

/** An answer in a new term, with what this desktop knows and the answer lacks. */
export function withForgotten<T extends ForAll>(answer: T, { pauses, quiet }: ForAll): T {
  const lackedPauses = pauses.filter((pause) => !answer.pauses.some((one) => isSamePlace(one, pause)))
  const lackedQuiet = quiet.filter(({ service }) => !answer.quiet.some((one) => one.service === service))
  return { ...answer, pauses: [...answer.pauses, ...lackedPauses], quiet: [...answer.quiet, ...lackedQuiet] }
}

type Place = Pick<PauseForAll, 'service' | 'supplier'>

function isSamePlace(one: Place, other: Place): boolean {
  return one.service === other.service && one.supplier === other.supplier
}

/** Before the comparison of a new term ends. */
export async function restoreForAll(
  database: TeamDatabase,
  { desktop, session }: Session,
  { pauses, quiet }: ForAll,
): Promise<TeamResult<null>> {
  if (pauses.length + quiet.length === 0) return { ok: true, value: null }
  const written = (all: readonly { readonly since: number }[]): string =>
    JSON.stringify(all.map((one) => ({ ...one, since: new Date(one.since).toISOString() })))
  const restored = await database.run(
    z.unknown(),
    'SELECT * FROM carryover.restore_for_all($1, $2, $3, $4)',
    [desktop, session, written(pauses), written(quiet)],
  )
  return restored.ok ? { ok: true, value: null } : restored
}
