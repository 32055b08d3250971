// A trouble of the team's database as the failure of a call. Pure.
import { failed } from '../system/failure.ts'
import type { TeamTrouble } from './database/trouble.ts'

export function teamFailure({ kind, message }: TeamTrouble): ReturnType<typeof failed> {
  return failed('workspace', `team_${kind}`, message)
}
