// Checks environment variables of this process that would silently change how services are reached.
import { message, type Message } from '../../../shared/texts/message.ts'

/** Null if nothing is wrong; otherwise the reason for not starting, and what to do. */
export function refusedEnvironment(env: Readonly<Record<string, string | undefined>>): Message | null {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') return message('system.servers_not_verified')
  if (/(?:^|\s)--tls-keylog\b/.test(env['NODE_OPTIONS'] ?? '')) return message('system.keys_written_down')
  return null
}

/**
 * Variables that only we read, or that no program may get: they are not passed to a browser, a build or a download.
 */
const neverPassedOn = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  'CARRYOVER_API_KEY',
  'CARRYOVER_PROXY_PASSWORD',
  'CARRYOVER_CLIENT_PASSPHRASE',
]

/** The environment of a program that this one starts. */
export function environmentOfChild(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !neverPassedOn.includes(name)))
}
