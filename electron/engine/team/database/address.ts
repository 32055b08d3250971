// The address of a team's database, as people write it: `postgres://user@host:port/database`. It never holds a password:
// that lies in the key store. Connections to other machines use TLS with a verified certificate, which no address can
// switch off.
import { message } from '../../../../shared/texts/message.ts'
import { isLoopback } from '../../sending/service-client/network/bypass.ts'
import type { TeamResult } from './trouble.ts'
import { troubled } from './trouble.ts'

export type TeamAddress = {
  /** A name or an IP address, without brackets; for a UNIX socket, its folder. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** False only for this machine. */
  readonly tls: boolean
  /** For sentences and logs: `host:port/database`. */
  readonly shown: string
}

const form =
  /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?(\[[0-9a-f:.]+\]|[^:/?#@\s,]*)(?::(\d{1,5}))?(?:\/([^/?#]*))?(?:\?([^#]*))?$/i

/**
 * Reads an address. `sslmode` may be `verify-full`, or `disable` for this machine; `host` may be the folder of a UNIX
 * socket. No other parameter is known.
 * @param wantsTls whether certificates are given: then this machine is reached by TLS too
 */
export function parseTeamAddress(text: string, wantsTls = false): TeamResult<TeamAddress> {
  const found = form.exec(text.trim())
  if (found === null) return troubled('address', message('team.address'))
  const [, login = '', place = '', portText = '5432', path = '', query = ''] = found
  if (login.includes(':')) return troubled('address', message('team.address_with_password'))
  const [user, hostName, database] = [decoded(login), decoded(place), decoded(path)]
  if (user === null || hostName === null || database === null)
    return troubled('address', message('team.address'))
  const parameters = new URLSearchParams(query)
  if (parameters.has('password')) return troubled('address', message('team.address_with_password'))
  for (const name of parameters.keys())
    if (name !== 'sslmode' && name !== 'host')
      return troubled('address', message('team.address_parameter', { name }))
  const given = parameters.get('host') ?? hostName
  const host = given.replace(/^\[(.*)\]$/, '$1')
  const port = Number(portText)
  if (user === '' || database === '' || host === '' || port < 1 || port > 65_535)
    return troubled('address', message('team.address'))
  if (parameters.has('host') && (hostName !== '' || !host.startsWith('/')))
    return troubled('address', message('team.address'))
  const isHere = host.startsWith('/') || isLoopback(host)
  const mode = parameters.get('sslmode') ?? (isHere && !wantsTls ? 'disable' : 'verify-full')
  if (mode !== 'verify-full' && (mode !== 'disable' || !isHere))
    return troubled('address', message('team.address_tls_mode', { mode }))
  const tls = mode === 'verify-full' && !host.startsWith('/')
  return { ok: true, value: { host, port, user, database, tls, shown: `${given}:${port}/${database}` } }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
