// Commands of copies in the team: `team copies`, `hand-over`, `take-over`, `withdraw` and `keep-copies`. Each waits until the
// team's database has answered. A passphrase comes from a file or the environment.
import { type TeamCopy, takeableStates } from '../../../../shared/contract/team/copies.ts'
import { agree } from '../../terminal/agree.ts'
import { exitCodes, refuse } from '../../terminal/exit.ts'
import type { Invocation } from '../../terminal/invocation.ts'
import { print } from '../../terminal/terminal.ts'
import { teamTexts as words } from '../../texts/team.ts'
import { connectionNamed, passphraseOf, show } from '../handover.ts'
import type { Client } from '../session.ts'
import { type TeamOptions, untilAnswered, withTeam } from './team.ts'

type Common = TeamOptions & { readonly passphraseFile?: string }
export type HandOverToTeamOptions = Common
export type TakeOverFromTeamOptions = Common & { readonly connection?: string; readonly yes?: true }
export type KeepCopiesOptions = Common & {
  readonly connection?: string
  readonly batch?: number
  readonly every?: number
  readonly readable?: true
}

export function copiesCommand(options: TeamOptions, invocation: Invocation): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const found = await session.client.teamCopies.list()
    const { copies, toRemove } = found
    const lines = [
      ...(copies.length === 0 ? [words.noCopies] : copies.map(copyLine)),
      ...(toRemove > 0 ? [words.copiesToRemove({ batches: toRemove })] : []),
    ]
    await show(invocation, options, found, lines)
  })
}

export async function handOverToTeamCommand(
  batch: number,
  options: HandOverToTeamOptions,
  invocation: Invocation,
): Promise<void> {
  const passphrase = await passphraseOf(options, invocation)
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { client } = session
    const stop = (): void => void client.handover.cancel({ batch })
    invocation.signal.addEventListener('abort', stop)
    try {
      const sent = await client.teamCopies.handOver({ batch, passphrase })
      const { name, accounts } = sent.project
      const encrypted = passphrase === null ? 'no' : 'yes'
      await show(invocation, options, sent, [words.handedOver({ batch, name, accounts, encrypted })])
    } finally {
      invocation.signal.removeEventListener('abort', stop)
    }
  })
}

export async function takeOverFromTeamCommand(
  wanted: string,
  options: TakeOverFromTeamOptions,
  invocation: Invocation,
): Promise<number> {
  const passphrase = await passphraseOf(options, invocation)
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { client } = session
    const copy = await copyNamed(client, wanted)
    const connection = await connectionNamed(client, options.connection)
    if (!(await agrees(copy, options, invocation))) return exitCodes.attention
    const opened = await client.teamCopies.takeOver({
      copy: copy.id,
      passphrase,
      ...connection,
      losesLater: true,
    })
    const { batch, replaced } = opened
    const line =
      replaced === null
        ? words.tookOver({ batch, name: copy.name })
        : words.cameBack({ batch, name: copy.name, replaced })
    await show(invocation, options, opened, [line])
    return exitCodes.done
  })
}

export function withdrawCommand(batch: number, options: TeamOptions, invocation: Invocation): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    await session.client.teamCopies.withdraw({ batch })
    await print(invocation, `${words.withdrawn({ batch })}\n`)
  })
}

/** Without a connection or a batch only how copies are kept is changed: how often, and with which passphrase. */
export async function keepCopiesCommand(
  what: 'on' | 'off',
  options: KeepCopiesOptions,
  invocation: Invocation,
): Promise<void> {
  const passphrase = await passphraseOf(options, invocation)
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { client } = session
    const { every, readable, batch } = options
    const connection = (await connectionNamed(client, options.connection)).connection
    const encryption = readable === true ? { passphrase: null } : passphrase === null ? {} : { passphrase }
    const changesHow = what === 'on' && (every !== undefined || 'passphrase' in encryption)
    if (connection === undefined && batch === undefined && !changesHow) return refuse(words.keepWhat)
    await client.teamCopies.setKeeping({ ...(every !== undefined && { everyMinutes: every }), ...encryption })
    const isOn = what === 'on'
    if (connection !== undefined) await client.teamCopies.keep({ of: 'connection', id: connection, isOn })
    if (batch !== undefined) await client.teamCopies.keep({ of: 'batch', id: batch, isOn })
    const { keeping } = await client.teamCopies.list()
    const encrypted = keeping.encrypted ? 'yes' : 'no'
    const isAny = keeping.connections.length + keeping.batches.length > 0
    const line = isOn
      ? words.keeps({ any: isAny ? 'yes' : 'no', minutes: keeping.everyMinutes, encrypted })
      : words.keepsNoMore
    await show(invocation, options, keeping, [line])
  })
}

/** By its identifier, or by the name of its batch if only one has it. */
async function copyNamed(client: Client, wanted: string): Promise<TeamCopy> {
  const { copies } = await client.teamCopies.list()
  const found = copies.filter(({ id, name }) => id === wanted || name === wanted)
  const [only] = found
  return only !== undefined && found.length === 1 ? only : refuse(words.noCopy({ copy: wanted }))
}

async function agrees(
  { name, member, machine, at, handedOver, state }: TeamCopy,
  options: TakeOverFromTeamOptions,
  invocation: Invocation,
): Promise<boolean> {
  // The call itself says why.
  if (!takeableStates.includes(state)) return true
  const question = words.takeOverQuestion({
    name,
    member,
    machine,
    at,
    handedOver: handedOver ? 'yes' : 'no',
  })
  return agree(invocation, question, options, words)
}

function copyLine({ id, name, member, machine, at, accounts, encrypted, state }: TeamCopy): string {
  return words.copy({ id, name, member, machine, at, accounts, encrypted: encrypted ? 'yes' : 'no', state })
}
