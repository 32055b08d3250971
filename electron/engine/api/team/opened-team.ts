// What calls about the team share: the open way to its database, or why there is none, and its troubles as failures.
import { serviceAt } from '../../../../shared/sending/connection.ts'
import { message } from '../../../../shared/texts/message.ts'
import { failed } from '../../system/failure.ts'
import type { Granting } from '../../team/claims/claim-queue.ts'
import type { TeamDatabase } from '../../team/database/connect.ts'
import type { TeamResult } from '../../team/database/trouble.ts'
import { teamFailure } from '../../team/team-failure.ts'
import { type CallContext, connectionOf, type Refuse, unwrap } from '../call-context.ts'

export function known<T>(result: TeamResult<T>, errors: Refuse): T {
  return result.ok ? result.value : unwrap(teamFailure(result.trouble), errors)
}

/** Refused where the workspace belongs to no team, or its database is not reached. */
export function opened({ team }: CallContext, errors: Refuse): Granting {
  const open = team.open()
  if (open !== null) return open
  const view = team.view()
  const why = view === null ? message('team.not_joined') : (view.why ?? message('team.not_reached'))
  return unwrap(failed('workspace', view === null ? 'no_team' : 'team_away', why), errors)
}

/** The same for calls that only read: also where a newer program made the tables. */
export function readable(context: CallContext, errors: Refuse): TeamDatabase {
  return context.team.readable() ?? opened(context, errors).database
}

export function serviceOf(context: CallContext, connection: number, errors: Refuse): string {
  return serviceAt(connectionOf(context, connection, errors).settings.baseUrl)
}
