// Command `find`: accounts of a data folder by a text, or which ones the keys of a file name and which keys name none. No
// request goes to the service.
import { readFile } from 'node:fs/promises'
import type { AccountLine } from '../../../shared/contract/views.ts'
import { keysIn, longestKey, mostKeys } from '../../../shared/fixing/pasted-keys.ts'
import { accountStates } from '../../../shared/sending/states.ts'
import { exitCodes, orInterrupted, refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { oneLine, print } from '../terminal/terminal.ts'
import { dataTexts } from '../texts/data.ts'
import { helpTexts } from '../texts/help.ts'
import { type Client, existingFolder, withSession } from './session.ts'

const words = dataTexts.find

export type FindOptions = {
  readonly keys?: string
  readonly batch?: number
  readonly dataDir?: string
  readonly json?: true
}

const page = 500
const mostFound = 200

/** `text`: of a key, identifier, code or cell; null: the keys of the file are looked up. Returns the exit code. */
export async function findCommand(
  text: string | null,
  options: FindOptions,
  invocation: Invocation,
): Promise<number> {
  const { keys } = options
  if ((text === null) === (keys === undefined)) return refuse(words.oneOfTwo)
  return keys === undefined ? findText(text ?? '', options, invocation) : findKeys(keys, options, invocation)
}

async function findText(text: string, options: FindOptions, invocation: Invocation): Promise<number> {
  if (text === '') return refuse(words.oneOfTwo)
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const { batch, json } = options
    const asked = { text, limit: mostFound, ...(batch !== undefined && { batch }) }
    const accounts = await orInterrupted(invocation.signal, client.accounts.find(asked))
    const mayBeMore = accounts.length === mostFound
    const lines = [
      ...accounts.map(lineOf),
      words.textResult({ found: accounts.length, more: mayBeMore ? 'yes' : 'no' }),
    ]
    await print(
      invocation,
      json === true
        ? `${JSON.stringify({ accounts: accounts.map(viewOf), mayBeMore })}\n`
        : `${lines.map(oneLine).join('\n')}\n`,
    )
    return accounts.length > 0 ? exitCodes.done : exitCodes.attention
  })
}

async function findKeys(file: string, options: FindOptions, invocation: Invocation): Promise<number> {
  const { keys, repeated } = await readKeys(file)
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const batches = options.batch === undefined ? await client.batches.list() : [{ id: options.batch }]
    const accounts: AccountLine[] = []
    let missing: ReadonlySet<string> = new Set(keys)
    for (const { id } of batches) {
      const found = await orInterrupted(invocation.signal, client.accounts.findList({ batch: id, keys }))
      const left = new Set(found.missing)
      missing = new Set([...missing].filter((key) => left.has(key)))
      if (found.list !== null) accounts.push(...(await accountsOf(client, id, found.list)))
    }
    const found = keys.length - missing.size
    await print(
      invocation,
      options.json === true
        ? `${JSON.stringify({ found, repeated, accounts: accounts.map(viewOf), missing: [...missing] })}\n`
        : `${linesOf(accounts, found, [...missing])
            .map(oneLine)
            .join('\n')}\n`,
    )
    return missing.size === 0 ? exitCodes.done : exitCodes.attention
  })
}

async function readKeys(file: string): Promise<{ readonly keys: string[]; readonly repeated: number }> {
  const text = await readFile(file, 'utf8').catch(() => refuse(helpTexts.invalid.fileNotReadable({ file })))
  const { keys, repeated } = keysIn(text)
  if (keys.length === 0) return refuse(words.noKeys({ file }))
  if (keys.length > mostKeys) return refuse(words.tooMany({ n: keys.length, most: mostKeys }))
  if (keys.some((key) => key.length > longestKey)) return refuse(words.tooLong({ most: longestKey }))
  return { keys: [...keys], repeated }
}

async function accountsOf(client: Client, batch: number, list: number): Promise<AccountLine[]> {
  const all: AccountLine[] = []
  for (;;) {
    const asked = { batch, states: [...accountStates], list, offset: all.length, limit: page }
    const { total, accounts } = await client.accounts.list(asked)
    all.push(...accounts)
    if (all.length >= total || accounts.length === 0) return all
  }
}

function viewOf({ batch, key, state, outcome, excluded, platformIdentifier }: AccountLine) {
  return { batch, key, state, outcome, excluded, platformIdentifier }
}

function lineOf({ key, batch, batchName, state, outcome, platformIdentifier }: AccountLine): string {
  return [key, `${batch} ${batchName}`, outcome ?? state, platformIdentifier ?? '']
    .filter((part) => part !== '')
    .join('  ')
}

function linesOf(accounts: readonly AccountLine[], found: number, missing: readonly string[]): string[] {
  return [
    ...accounts.map(lineOf),
    words.result({ found, missing: missing.length }),
    ...missing.map((key) => `   ${key}`),
  ]
}
