// Texts that a command prints, or writes into a file that a person named: the support file, and one attempt.
import { writeFile } from 'node:fs/promises'
import { currentFormat } from '../../../shared/texts/current.ts'
import { messageOf } from '../../engine/system/failure.ts'
import { exitCodes, refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { print, say } from '../terminal/terminal.ts'
import { dataTexts } from '../texts/data.ts'
import { type Client, existingFolder, withSession } from './session.ts'

const words = dataTexts.textExports

export type SupportOptions = { readonly dataDir?: string }

/** `file`: where the support file is saved; null: it is printed. */
export async function supportCommand(
  file: string | null,
  options: SupportOptions,
  invocation: Invocation,
): Promise<void> {
  await withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const { language, locale } = currentFormat()
    const { text } = await client.support.file({ inLanguage: { language, locale } })
    await give(text, file, invocation)
  })
}

export type AttemptOptions = {
  readonly batch: number
  readonly number?: number
  readonly out?: string
  readonly dataDir?: string
}

/** The bytes and the answer of one attempt, by default the last one. Sensitive values are masked. */
export async function attemptCommand(
  key: string,
  options: AttemptOptions,
  invocation: Invocation,
): Promise<number> {
  const { batch, out, dataDir } = options
  return withSession(existingFolder(dataDir, invocation.env), invocation, async ({ client }) => {
    const account = await accountOf(client, batch, key)
    const { attempts } = await client.accounts.get({ account })
    const number = options.number ?? attempts.at(-1)?.number
    if (number === undefined) return refuse(words.neverSent({ key }))
    const { text } = await client.accounts.attemptFile({ account, number, folder: null })
    await give(text, out ?? null, invocation)
    return exitCodes.done
  })
}

async function accountOf(client: Client, batch: number, key: string): Promise<number> {
  const found = await client.accounts.find({ text: key, batch, limit: 200 })
  const [one, ...others] = found.filter((account) => account.key === key)
  if (one === undefined) return refuse(words.noAccount({ key, batch }))
  return others.length === 0 ? one.id : refuse(words.severalAccounts({ key, batch }))
}

/** Replaces no file. */
async function give(text: string, file: string | null, invocation: Invocation): Promise<void> {
  if (file === null) return print(invocation, text.endsWith('\n') ? text : `${text}\n`)
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) =>
    refuse(words.notWritten({ file, why: messageOf(error) })),
  )
  say(invocation, words.saved({ file }))
}
