// Command-line switches that let another program debug or control this one. A packaged program exits when it gets
// one, because it shows and holds other people's data and keys.

const debuggingSwitches = [
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'debug',
  'debug-brk',
  'debug-port',
  'js-flags',
  'remote-allow-origins',
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'remote-debugging-targets',
  'remote-debugging-io-pipes',
  'load-extension',
  'disable-web-security',
  'ssl-key-log-file',
] as const

/** The first such switch, or null. `hasSwitch` finds those that Chromium took; `argv` those of Node. */
export function findDebuggingSwitch(
  argv: readonly string[],
  hasSwitch: (name: string) => boolean,
): string | null {
  const given = new Set(
    argv.flatMap((word) => {
      const found = /^--?([a-z-]+)(?:=|$)/i.exec(word)?.[1]
      return found === undefined ? [] : [found.toLowerCase()]
    }),
  )
  return debuggingSwitches.find((name) => given.has(name) || hasSwitch(name)) ?? null
}
