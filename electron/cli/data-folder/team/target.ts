// Commands of the target: loading a list of the keys of the whole migration, showing it with its progress, and removing it.
import { basename, resolve } from 'node:path'
import { agree } from '../../terminal/agree.ts'
import { exitCodes, orInterrupted, refuse } from '../../terminal/exit.ts'
import type { Invocation } from '../../terminal/invocation.ts'
import { createProgressLine } from '../../terminal/progress.ts'
import { print } from '../../terminal/terminal.ts'
import { teamTexts as words } from '../../texts/team.ts'
import { connectionOf, linesOf, targetLine, type TeamOptions, untilAnswered, withTeam } from './team.ts'

export type LoadOptions = TeamOptions & {
  readonly connection?: string
  readonly supplier?: string
  readonly column?: string
}
export type RemoveOptions = TeamOptions & { readonly yes?: true }

export function loadTargetCommand(file: string, options: LoadOptions, invocation: Invocation): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { id } = await connectionOf(session.client, options.connection)
    const progress = createProgressLine(invocation.stderr)
    try {
      const events = await session.client.team.loadTarget({
        connection: id,
        supplier: options.supplier ?? '',
        source: { path: resolve(file), name: basename(file) },
        ...(options.column === undefined ? {} : { column: options.column }),
      })
      const reading = async (): Promise<void> => {
        for await (const event of events) {
          if (event.kind === 'progress') {
            const { bytes, bytesTotal, keys } = event
            const note = words.targetKeys({ keys })
            progress.show({ phase: words.targetReading, done: bytes, total: bytesTotal, unit: 'bytes', note })
            continue
          }
          progress.end()
          const { column, ...counts } = event
          const said = { ...counts, column: column ?? '', hasColumn: column === null ? 'no' : 'yes' }
          await print(
            invocation,
            options.json === true ? `${JSON.stringify(event)}\n` : linesOf([words.targetLoaded(said)]),
          )
        }
      }
      await orInterrupted(invocation.signal, reading())
    } finally {
      progress.end()
    }
  })
}

export function showTargetCommand(options: TeamOptions, invocation: Invocation): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { targets } = await session.client.team.board()
    await print(
      invocation,
      options.json === true
        ? `${JSON.stringify(targets)}\n`
        : linesOf(targets.length === 0 ? [words.noTarget] : targets.map(targetLine)),
    )
  })
}

/** Without a number there must be only one. */
export function removeTargetCommand(
  number: number | undefined,
  options: RemoveOptions,
  invocation: Invocation,
): Promise<number> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { targets } = await session.client.team.board()
    if (targets.length === 0) return refuse(words.noTarget)
    const found = number === undefined ? targets : targets.filter(({ id }) => id === number)
    const [only] = found
    if (only === undefined || found.length > 1) return refuse(words.whichTarget)
    const question = words.removeTargetQuestion({ keys: only.keys, member: only.member })
    if (!(await agree(invocation, question, options, words))) return exitCodes.attention
    await session.client.team.removeTarget({ target: only.id })
    await print(invocation, linesOf([words.targetRemoved]))
    return exitCodes.done
  })
}
