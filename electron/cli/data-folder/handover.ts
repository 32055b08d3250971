// Commands `hand-over`, `take-over` and `unlock-batch`: a batch goes to another data folder as a project file, comes back,
// or is unlocked without its file. No request goes to the service. A passphrase comes from a file or the environment.
import { basename, dirname, resolve } from 'node:path'
import type { HandoverDigest } from '../../../shared/contract/handover.ts'
import { endings } from '../../../shared/sending/endings.ts'
import { commaList, quoted } from '../../../shared/texts/join.ts'
import { message, sentenceOf } from '../../../shared/texts/message.ts'
import { agree } from '../terminal/agree.ts'
import { secretFrom } from '../options/network.ts'
import { exitCodes, refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { spoken } from '../terminal/spoken.ts'
import { oneLine, print, say } from '../terminal/terminal.ts'
import { dataTexts } from '../texts/data.ts'
import { handoverTexts as words } from '../texts/handover.ts'
import { type Client, dataFolder, existingFolder, withSession } from './session.ts'

type Common = { readonly dataDir?: string; readonly passphraseFile?: string; readonly json?: true }
export type HandOverOptions = Common & { readonly out: string }
export type TakeOverOptions = Common & { readonly connection?: string; readonly yes?: true }
export type UnlockOptions = { readonly dataDir?: string; readonly yes?: true }

export async function handOverCommand(
  batch: number,
  options: HandOverOptions,
  invocation: Invocation,
): Promise<number> {
  const passphrase = await passphraseOf(options, invocation)
  const path = resolve(options.out)
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const stop = (): void => void client.handover.cancel({ batch })
    invocation.signal.addEventListener('abort', stop)
    try {
      const written = await client.handover.write({
        batch,
        folder: dirname(path),
        name: basename(path),
        passphrase,
      })
      const { name, accounts, encrypted } = written.project
      const line = words.handedOver({ batch, name, accounts, path, encrypted: encrypted ? 'yes' : 'no' })
      await show(invocation, options, written, [line, words.copiesNotKnown])
      return exitCodes.done
    } finally {
      invocation.signal.removeEventListener('abort', stop)
    }
  })
}

/** The folder may be a new one: then the connection has to be saved first. */
export async function takeOverCommand(
  file: string,
  options: TakeOverOptions,
  invocation: Invocation,
): Promise<number> {
  const passphrase = await passphraseOf(options, invocation)
  const path = resolve(file)
  return withSession(dataFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const connection = await connectionNamed(client, options.connection)
    const found = await client.handover.inspect({ path, passphrase })
    const { name, accounts, at, operator } = found.project
    const what = words.found({ name, accounts, at: new Date(at).toISOString(), operator })
    if (!(await agree(invocation, `${what} ${words.onlyHere}`, options, words))) return exitCodes.attention
    const opened = await client.handover.open({ path, passphrase, ...connection, onlyHere: true })
    const { batch, replaced, digest } = opened
    const head = replaced === null ? words.opened({ batch, name }) : words.returned({ batch, name, replaced })
    await show(invocation, options, { ...opened, project: found.project }, [
      head,
      ...linesOf(digest, replaced),
    ])
    return exitCodes.done
  })
}

export async function unlockCommand(
  batch: number,
  options: UnlockOptions,
  invocation: Invocation,
): Promise<number> {
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const { name, handover } = await client.batches.get({ batch })
    if (handover?.state === 'away') {
      const question = words.otherIsGone({ batch, name, at: new Date(handover.at).toISOString() })
      if (!(await agree(invocation, question, options, words))) return exitCodes.attention
    }
    await client.handover.unlock({ batch, otherIsGone: true })
    say(invocation, words.unlocked({ batch, name }))
    return exitCodes.done
  })
}

export function passphraseOf(
  { passphraseFile }: Pick<Common, 'passphraseFile'>,
  { env }: Invocation,
): Promise<string | null> {
  return secretFrom(passphraseFile, env['CARRYOVER_PROJECT_PASSPHRASE'])
}

/** The connection of a name, for a call that may name none. */
export async function connectionNamed(
  client: Client,
  name: string | undefined,
): Promise<{ readonly connection?: number }> {
  if (name === undefined) return {}
  const found = (await client.connections.list()).find((one) => one.name === name)
  return { connection: (found ?? refuse(dataTexts.connections.unknown({ name }))).id }
}

/** A line each, or as JSON. */
export async function show(
  invocation: Invocation,
  { json }: Pick<Common, 'json'>,
  value: unknown,
  lines: readonly string[],
): Promise<void> {
  const text = json === true ? JSON.stringify(spoken(value)) : lines.map(oneLine).join('\n')
  await print(invocation, `${text}\n`)
}

/** What had changed since the batch left. */
function linesOf(digest: HandoverDigest, replaced: number | null): string[] {
  const { from, to, before, after, edits, held, waves, attempts, by } = digest
  if (replaced === null) return []
  const changed = endings.flatMap((ending) =>
    (before[ending] ?? 0) === (after[ending] ?? 0)
      ? []
      : [
          words.ending({
            ending: sentenceOf(message('report.ending', { ending })) ?? ending,
            before: before[ending] ?? 0,
            after: after[ending] ?? 0,
          }),
        ],
  )
  const names = by.length === 0 ? words.nobody : (sentenceOf(commaList(by.map((name) => quoted(name)))) ?? '')
  return [
    words.since({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), names }),
    ...changed,
    words.work({ edits, held, waves, attempts }),
  ]
}
