// Checks environment variables of this process that would silently change how services are reached.

/** Null if nothing is wrong; otherwise the reason for not starting, and what to do. */
export function refusedEnvironment(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return 'Carryover does not start while NODE_TLS_REJECT_UNAUTHORIZED is 0, since any server would be believed. Remove it; a certificate authority of your company is named in the connection, or with NODE_EXTRA_CA_CERTS.'
  if (/(?:^|\s)--tls-keylog\b/.test(env['NODE_OPTIONS'] ?? ''))
    return 'Carryover does not start while NODE_OPTIONS says --tls-keylog, which writes down the keys of all encrypted connections. Remove it.'
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
