// Certificates of a PostgreSQL for tests: an authority, one for the server and one for a client, as files beside its
// data, with the settings that make the server use them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { authority, issue, type Issued } from '../../engine/service-client/network/certificates.ts'

export type TlsOptions = {
  /** Names and addresses in the server's certificate; `localhost` and `127.0.0.1` if left out. */
  readonly names?: readonly string[]
  /** The server lets nobody in without a certificate of the authority. */
  readonly requiresClientCertificate?: boolean
}

export type ServerCertificates = {
  /** PEM files for a client. `otherAuthorityFile` did not sign the server's certificate. */
  readonly authorityFile: string
  readonly otherAuthorityFile: string
  readonly clientCertificateFile: string
  readonly clientKeyFile: string
  /** Belongs to the server: only the user who runs it may read it. */
  readonly serverKeyFile: string
  readonly settings: Readonly<Record<string, string>>
  /** The content of pg_hba.conf: TCP needs TLS. */
  readonly accessRules: string
}

export function issueFor(
  { names, requiresClientCertificate = false }: TlsOptions,
  folder: string,
): ServerCertificates {
  const root = authority('Team authority')
  const inside = join(folder, 'certificates')
  mkdirSync(inside)
  const write = (name: string, text: string): string => {
    writeFileSync(join(inside, name), text, { mode: name.endsWith('.key') ? 0o600 : 0o644 })
    return join(inside, name)
  }
  const both = (name: string, { cert, key }: Issued): readonly [cert: string, key: string] => [
    write(`${name}.pem`, cert),
    write(`${name}.key`, key),
  ]
  const server = both('server', issue(root, names === undefined ? {} : { name: names[0] ?? '', names }))
  const client = both('client', issue(root, { name: 'operator', names: [] }))
  const authorityFile = write('authority.pem', root.cert)
  const rule = `hostssl all all 127.0.0.1/32 scram-sha-256${requiresClientCertificate ? ' clientcert=verify-ca' : ''}`
  return {
    authorityFile,
    otherAuthorityFile: write('other.pem', authority('Another authority').cert),
    clientCertificateFile: client[0],
    clientKeyFile: client[1],
    serverKeyFile: server[1],
    settings: { ssl: 'on', ssl_cert_file: server[0], ssl_key_file: server[1], ssl_ca_file: authorityFile },
    accessRules: `local all all trust\n${rule}\n`,
  }
}
