// Commands for who administers a team's database: the script that makes a role for members, and the check of its audit log.
import { parseTeamAddress } from '../../../engine/team/database/address.ts'
import { memberRoleScript } from '../../../engine/team/database/role.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { exitCodes, refuse } from '../../terminal/exit.ts'
import type { Invocation } from '../../terminal/invocation.ts'
import { print, say } from '../../terminal/terminal.ts'
import { teamTexts as words } from '../../texts/team.ts'
import { faultSentence } from '../audit.ts'
import { type TeamOptions, untilAnswered, withTeam } from './team.ts'

export type RoleOptions = { readonly name: string }

/** Only prints: no database is reached, so it needs no password. */
export async function roleCommand(
  address: string,
  { name }: RoleOptions,
  invocation: Invocation,
): Promise<void> {
  const parsed = parseTeamAddress(address)
  if (!parsed.ok) return refuse(sentenceOf(parsed.trouble.message))
  await print(invocation, memberRoleScript(name, parsed.value.database))
  say(invocation, words.roleHowTo({ role: name }))
}

/** Exit code 2 at a fault. */
export function verifyTeamCommand(options: TeamOptions, invocation: Invocation): Promise<number> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { head, ...verdict } = await session.client.team.verifyAudit()
    const { lines, fault } = verdict
    if (options.json === true) await print(invocation, `${JSON.stringify({ ...verdict, head })}\n`)
    else
      say(
        invocation,
        fault === null ? words.audit.sound({ lines, hash: head.hash }) : faultSentence(fault, words.audit),
      )
    return fault === null ? exitCodes.done : exitCodes.attention
  })
}
