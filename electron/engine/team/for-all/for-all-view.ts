// What holds for all, as the Team page and the command line list it: where, who, since when, and for quiet hours whether they
// are in force now and until when.
import type { TeamView } from '../../../../shared/contract/team/team.ts'
import { pauseEntryOf, type PauseForAll, type QuietForAll } from './for-all-now.ts'
import type { QuietOfTeam } from './quiet-hours.ts'

export function pauseViewOf(pause: PauseForAll): TeamView['pauses'][number] {
  const { service, supplier, member, kind, reason, since } = pause
  const why = kind === 'person' ? null : pauseEntryOf(pause).message
  return { service, supplier, member, kind, reason, why, since }
}

/** Times by this machine's clock. */
export function quietViewOf(quiet: QuietOfTeam, said: QuietForAll): TeamView['quietHours'][number] {
  const until = quiet.until(said.service)
  return {
    ...said,
    isNow: until !== null,
    until: until !== null && Number.isFinite(until) ? until : null,
  }
}
