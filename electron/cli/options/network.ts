// Options of the command line for the network path to the service. Passwords come from the environment or from a
// file, like the API key, because other users of the machine can read arguments.
import { InvalidArgumentError, Option } from 'commander'
import type { NetworkSecret, NetworkSettings } from '../../../shared/sending/network-settings.ts'
import { refuse } from '../terminal/exit.ts'
import { readSecretFile } from './secret-file.ts'
import type { Session } from '../data-folder/session.ts'
import { helpTexts } from '../texts/help.ts'
import { dataTexts } from '../texts/data.ts'

export type SecretOptions = {
  readonly proxyPasswordFile?: string
  readonly clientPassphraseFile?: string
}
/** Converts `--proxy` to settings below `network`. */
export function proxyChoice(text: string): Pick<NetworkSettings, 'proxy' | 'proxyUrl' | 'pacUrl'> {
  if (text === 'system' || text === 'none') return { proxy: text, proxyUrl: null, pacUrl: null }
  if (text.startsWith('pac:')) return { proxy: 'pac', proxyUrl: null, pacUrl: text.slice(4) }
  if (/^https?:\/\//.test(text)) {
    if (text.includes('@')) throw new InvalidArgumentError(helpTexts.invalid.proxyUser)
    return { proxy: 'manual', proxyUrl: text, pacUrl: null }
  }
  throw new InvalidArgumentError(helpTexts.invalid.proxy)
}

export const secretOptions = (): readonly Option[] => [
  new Option('--proxy-password-file <file>', helpTexts.options.proxyPasswordFile),
  new Option('--client-passphrase-file <file>', helpTexts.options.clientPassphraseFile),
]

/** Puts the given passwords into this process's key store for the connection. */
export async function giveSecrets(
  { client, invocation: { env } }: Pick<Session, 'client' | 'invocation'>,
  id: number,
  options: SecretOptions,
): Promise<void> {
  const given: readonly [NetworkSecret, string | null][] = [
    ['proxy_password', await secretFrom(options.proxyPasswordFile, env['CARRYOVER_PROXY_PASSWORD'])],
    ['client_passphrase', await secretFrom(options.clientPassphraseFile, env['CARRYOVER_CLIENT_PASSPHRASE'])],
  ]
  for (const [secret, value] of given)
    if (value !== null) await client.connections.setSecret({ id, secret, value })
}

/** From a file that others cannot read, or from the environment; null: none was given. */
export async function secretFrom(
  file: string | undefined,
  given: string | undefined,
): Promise<string | null> {
  if (file === undefined) return given || null
  const text = await readSecretFile(file, 'file')
  // Blanks may belong to a password; the line end does not.
  const value = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  return value === '' ? refuse(dataTexts.files.empty({ what: 'file', file })) : value
}
