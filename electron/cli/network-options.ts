// How the command line says which way leads to the service. Passwords come from the environment or from a file, like
// the API key: arguments can be read by other users of the machine.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import type { NetworkSecret, NetworkSettings } from '../../shared/network-settings.ts'
import { refuse } from './exit.ts'
import type { Client } from './session.ts'

export type SecretOptions = {
  readonly proxyPasswordFile?: string
  readonly clientPassphraseFile?: string
}
export type NetworkOptions = SecretOptions & {
  readonly proxy?: Pick<NetworkSettings, 'proxy' | 'proxyUrl' | 'pacUrl'>
  readonly proxyUser?: string
  readonly proxyBypass?: readonly string[]
  readonly certificateAuthorities?: NetworkSettings['certificateAuthorities']
  readonly caFile?: string
  readonly clientCertificate?: string
  readonly clientKey?: string
}

function proxyChoice(text: string): NonNullable<NetworkOptions['proxy']> {
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

export const networkOptions: readonly Option[] = [
  new Option(
    '--proxy <where>',
    '"system", "none", an address such as http://proxy:8080, or pac:ADDRESS of a proxy script (default: system)',
  ).argParser(proxyChoice),
  new Option('--proxy-user <name>', 'user name for the proxy'),
  new Option(
    '--proxy-bypass <hosts>',
    'hosts that are asked without the proxy that is named, with commas between them (default: this machine)',
  ).argParser((text) => text.split(',').map((host) => host.trim())),
  new Option('--certificate-authorities <which>', 'whose certificates are believed (default: both)').choices([
    'bundled',
    'system',
    'both',
  ]),
  new Option('--ca-file <file>', 'further certificate authorities, PEM or DER'),
  new Option(
    '--client-certificate <file>',
    'our certificate, where the service asks for one: PEM, .p12 or .pfx',
  ),
  new Option('--client-key <file>', 'its key, where that is in another file'),
  ...secretOptions,
]

/** The settings that the options name; those that are left out keep their defaults. */
export function networkFrom(options: NetworkOptions): Partial<NetworkSettings> {
  const { proxy, proxyUser, proxyBypass, certificateAuthorities, caFile, clientCertificate, clientKey } =
    options
  return {
    ...proxy,
    ...(proxyUser === undefined ? {} : { proxyUser }),
    ...(proxyBypass === undefined ? {} : { proxyBypass: [...proxyBypass] }),
    ...(certificateAuthorities === undefined ? {} : { certificateAuthorities }),
    ...(caFile === undefined ? {} : { caFile: resolve(caFile) }),
    ...(clientCertificate === undefined ? {} : { clientCertificate: resolve(clientCertificate) }),
    ...(clientKey === undefined ? {} : { clientKey: resolve(clientKey) }),
  }
}

export const networkOptionNames: Readonly<Record<string, string>> = {
  'network.proxyUrl': '--proxy',
  'network.pacUrl': '--proxy',
  'network.proxyUser': '--proxy-user',
  'network.caFile': '--ca-file',
  'network.clientCertificate': '--client-certificate',
  'network.clientKey': '--client-key',
}

/** What is given of the passwords goes into the key store of this process, for this connection. */
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
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuse(`The file ${file} cannot be read (${error.code ?? error.message}).`),
  )
  // Blanks may belong to a password; the end of the line does not.
  const value = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  return value === '' ? refuse(`The file ${file} is empty.`) : value
}
