// What the environment of this process may not say: it would undo how services are reached, unseen by whoever uses it.

/** Null where nothing is wrong; otherwise why it does not start, and what to do. */
export function refusedEnvironment(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return 'Carryover does not start while NODE_TLS_REJECT_UNAUTHORIZED is 0, since any server would be believed. Remove it; a certificate authority of your company is named in the connection, or with NODE_EXTRA_CA_CERTS.'
  if (/(?:^|\s)--tls-keylog\b/.test(env['NODE_OPTIONS'] ?? ''))
    return 'Carryover does not start while NODE_OPTIONS says --tls-keylog, which writes down the keys of all encrypted connections. Remove it.'
  return null
}

/** Ours to read, or no program's: a browser, a build or a download gets none of them. */
const neverPassedOn = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  'CARRYOVER_API_KEY',
  'CARRYOVER_PROXY_PASSWORD',
  'CARRYOVER_CLIENT_PASSPHRASE',
]

/** The environment of a program that is started beside this one. */
export function environmentOfChild(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !neverPassedOn.includes(name)))
}
