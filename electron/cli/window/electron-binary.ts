// Gets Electron's binary, which npm does not install with the other dependencies, with the package's own installer.
// The installer supports mirrors (ELECTRON_MIRROR and related variables, also from npm's settings) and verifies
// checksums. It gets the proxy and certificate settings of npm and of the system, so it works wherever "npm ci"
// works.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ask, canAsk } from '../terminal/ask.ts'
import { interrupted, refuse } from '../terminal/exit.ts'
import type { Environment, Invocation } from '../terminal/invocation.ts'
import { say } from '../terminal/terminal.ts'
import { windowTexts } from '../texts/window.ts'

const packageFile = z.object({ version: z.string() })
const usualSource = 'github.com'
const words = windowTexts.electron

/** Environment for the installer. npm's proxy and certificate file are used if the system sets none. */
export function installerEnvironment(env: Environment): Environment {
  const https =
    env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['npm_config_https_proxy'] ?? env['npm_config_proxy']
  const http = env['HTTP_PROXY'] ?? env['http_proxy'] ?? env['npm_config_proxy']
  const none = env['NO_PROXY'] ?? env['no_proxy'] ?? env['npm_config_noproxy']
  const authorities = env['NODE_EXTRA_CA_CERTS'] ?? env['npm_config_cafile']
  const usesProxy = https !== undefined || http !== undefined
  return {
    ...env,
    ...(https === undefined ? {} : { HTTPS_PROXY: https }),
    ...(http === undefined ? {} : { HTTP_PROXY: http }),
    ...(none === undefined ? {} : { NO_PROXY: none }),
    ...(usesProxy ? { ELECTRON_GET_USE_PROXY: 'true' } : {}),
    ...(authorities === undefined ? {} : { NODE_EXTRA_CA_CERTS: authorities }),
    NODE_USE_SYSTEM_CA: env['NODE_USE_SYSTEM_CA'] ?? '1',
  }
}

/** Source of the download, for a person: the mirror's host, or the default one. */
export function downloadSource(env: Environment): string {
  const mirror =
    env['npm_config_electron_mirror'] ?? env['NPM_CONFIG_ELECTRON_MIRROR'] ?? env['ELECTRON_MIRROR'] ?? ''
  return URL.parse(mirror)?.host ?? usualSource
}

/** Asks first if there is a person to ask. Refuses with one sentence of advice. `folder` is the project's. */
export async function bringElectron(
  folder: string,
  invocation: Invocation,
  person: { readonly canAsk: boolean; ask(question: string): Promise<string> } = {
    canAsk: canAsk(invocation),
    ask: (question) => ask(question, invocation),
  },
): Promise<void> {
  const home = join(folder, 'node_modules', 'electron')
  if (!existsSync(join(home, 'install.js'))) refuse(words.notInstalled)
  const { version } = packageFile.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')))
  const source = downloadSource(invocation.env)
  if (person.canAsk) {
    const answer = await person.ask(words.askDownload({ version, source }))
    if (!/^(y(es)?|ja?)$/i.test(answer.trim())) refuse(words.notDownloaded)
  }
  say(invocation, words.downloading({ version, source }))
  const failure = await runInstaller(join(home, 'install.js'), invocation)
  if (failure !== null) refuse(words.notDownloadedFrom({ source, why: failure }))
}

/** Reason of the failure in a few words, or null. Throws a refusal when interrupted. */
async function runInstaller(file: string, { env, stderr, signal }: Invocation): Promise<string | null> {
  const child = spawn(process.execPath, [file], {
    env: { ...installerEnvironment(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.pipe(stderr, { end: false })
  const stop = (): void => void child.kill()
  signal.addEventListener('abort', stop, { once: true })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000)
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (signal.aborted) throw interrupted()
    return code === 0 ? null : reasonOf(said, code)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The error's own text without its stack. A cause is preferred: it names the address or the certificate. */
function reasonOf(said: string, code: number | null): string {
  const lines = said.split('\n').map((line) => line.trim())
  const errors = lines.flatMap(
    (line) => /(?:^|\[cause\]: )(?:[A-Za-z]*Error): (.+?)(?: \{)?$/.exec(line)?.[1] ?? [],
  )
  const last = errors.at(-1)
  if (last !== undefined) return last
  return code === null ? words.installerEndedBySignal : words.installerEnded({ code })
}
