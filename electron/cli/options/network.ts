// Options of the command line for the network path to the service. Passwords come from the environment or from a
// file, like the API key, because other users of the machine can read arguments.
import { InvalidArgumentError, Option } from 'commander'
import type { NetworkSecret, NetworkSettings } from '../../../shared/sending/network-settings.ts'
import { refuse } from '../terminal/exit.ts'
import { readSecretFile } from './secret-file.ts'
import type { Client } from '../data-folder/session.ts'

export type SecretOptions = {
  readonly proxyPasswordFile?: string
  readonly clientPassphraseFile?: string
}
/** Converts `--proxy` to settings below `network`. */
export function proxyChoice(text: string): Pick<NetworkSettings, 'proxy' | 'proxyUrl' | 'pacUrl'> {
  if (text === 'system' || text === 'none') return { proxy: text, proxyUrl: null, pacUrl: null }
  if (text.startsWith('pac:')) return { proxy: 'pac', proxyUrl: null, pacUrl: text.slice(4) }
  if (/^https?:\/\//.test(text)) {
    if (text.includes('@'))
      throw new InvalidArgumentError(
        'Give the user with --proxy-user, and the password in CARRYOVER_PROXY_PASSWORD.',
      )
    return { proxy: 'manual', proxyUrl: text, pacUrl: null }
  }
  throw new InvalidArgumentError(
    'It must be "system", "none", an address such as http://proxy:8080, or pac:ADDRESS.',
  )
}

export const secretOptions: readonly Option[] = [
  new Option(
    '--proxy-password-file <file>',
    'file that holds the password for the proxy (otherwise CARRYOVER_PROXY_PASSWORD is used)',
  ),
  new Option(
    '--client-passphrase-file <file>',
    'file that holds the passphrase of the client certificate (otherwise CARRYOVER_CLIENT_PASSPHRASE is used)',
  ),
]

/** Puts the given passwords into this process's key store for the connection. */
export async function giveSecrets(client: Client, id: number, options: SecretOptions): Promise<void> {
  const given: readonly [NetworkSecret, string | null][] = [
    ['proxy_password', await secretFrom(options.proxyPasswordFile, 'CARRYOVER_PROXY_PASSWORD')],
    ['client_passphrase', await secretFrom(options.clientPassphraseFile, 'CARRYOVER_CLIENT_PASSPHRASE')],
  ]
  for (const [secret, value] of given)
    if (value !== null) await client.connections.setSecret({ id, secret, value })
}

async function secretFrom(file: string | undefined, variable: string): Promise<string | null> {
  if (file === undefined) return process.env[variable] || null
  const text = await readSecretFile(file, 'file')
  // Blanks may belong to a password; the line end does not.
  const value = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  return value === '' ? refuse(`The file ${file} is empty.`) : value
}
