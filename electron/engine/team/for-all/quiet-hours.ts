// Quiet hours for all: set and ended in the team's database, and known here by the server's clock, so that a desktop whose
// own clock is wrong stops and goes on with the others. What is claimed already is stopped by it; claims are refused by the
// server itself.
import { z } from 'zod'
import { type QuietHours, wallOf } from '../../../../shared/sending/quiet-hours.ts'
import { createQuiet, type Quiet } from '../../sending/quiet-hours.ts'
import type { Clock } from '../../system/clock.ts'
import type { Session } from '../claims/claims.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'
import type { QuietForAll } from './for-all-now.ts'

const quietVerdicts = ['set', 'ended', 'none', 'unknown_zone'] as const
export type QuietVerdict = (typeof quietVerdicts)[number]

/** When it returns, nothing is claimed there in these hours, by no desktop. No hours: it ends those that are there. */
export async function setQuietForAll(
  database: TeamDatabase,
  session: Session,
  service: string,
  { hours, timeZone }: { readonly hours: readonly QuietHours[]; readonly timeZone: string },
): Promise<TeamResult<QuietVerdict>> {
  const found = await database.run(
    z.object({ verdict: z.enum(quietVerdicts) }),
    'SELECT * FROM carryover.quiet_for_all($1, $2, $3, $4)',
    [session.desktop, service, JSON.stringify(hours), timeZone],
  )
  return found.ok ? { ok: true, value: found.value[0]?.verdict ?? 'none' } : found
}

/** `until`: when they end by our clock (infinity: never); null if it is not quiet now. */
export type QuietHere = QuietForAll & { readonly until: number | null }

type Known = { readonly said: QuietForAll; readonly quiet: Quiet }

export type QuietOfTeam = ReturnType<typeof createQuietOfTeam>

export function createQuietOfTeam(clock: Clock) {
  const known = new Map<string, Known>()
  /** Milliseconds that the server's clock is ahead of ours. */
  let ahead = 0
  const until = (service: string): number | null => {
    const ends = known.get(service)?.quiet.until() ?? null
    return ends === null ? null : ends - ahead
  }
  const serverClock = { ...clock, now: () => clock.now() + ahead }
  return {
    /** Returns the services whose quiet hours have changed. `at`: the server's clock. */
    follow(all: readonly QuietForAll[], at: number): ReadonlySet<string> {
      ahead = at - clock.now()
      const changed = new Set<string>()
      const now = new Map(all.map((said) => [said.service, said]))
      for (const service of known.keys())
        if (!now.has(service)) {
          known.delete(service)
          changed.add(service)
        }
      for (const [service, said] of now) {
        if (JSON.stringify(known.get(service)?.said) === JSON.stringify(said)) continue
        known.set(service, { said, quiet: quietOf(said, serverClock) })
        changed.add(service)
      }
      return changed
    },
    forget: (): void => known.clear(),
    until,
    /** The quiet hours of a service; null: there are none for all. */
    of(service: string): QuietHere | null {
      const one = known.get(service)
      return one === undefined ? null : { ...one.said, until: until(service) }
    },
  }
}

/** In a time zone that this machine does not know, only the server decides. */
function quietOf({ hours, timeZone }: QuietForAll, clock: Clock): Quiet {
  return isTimeZone(timeZone) ? createQuiet(hours, clock, wallOf(timeZone)) : { until: () => null }
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
