// Reads the system's proxy settings: on every system the environment first, then the desktop's settings, with its own
// tool in a child process with a time limit. A missing tool counts as no setting; one that hangs is reported.
import { execFile } from 'node:child_process'
import { z } from 'zod'
import { inEnglish, message, type Said } from '../../../../../shared/texts/message.ts'
import { messageOf } from '../../../system/failure.ts'

export type SystemProxy =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'fixed'
      /** Address of the proxy for targets of this scheme, or null for none. */
      readonly http: string | null
      readonly https: string | null
      readonly bypass: readonly string[]
    }
  | { readonly kind: 'pac'; readonly url: string }
  /** The settings could not be read: nothing is sent on a guess. */
  | { readonly kind: 'failed'; readonly detail: Said }

/** Output of a tool; null if it is missing or fails; rejects with `ToolTooSlow` on timeout. */
export type RunTool = (command: string, words: readonly string[]) => Promise<string | null>

export type SystemParts = {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly run: RunTool
}

const toolTime = 4000

class ToolTooSlow extends Error {
  readonly said: Said
  constructor(tool: string) {
    const said = message('network.tool_too_slow', { tool, seconds: toolTime / 1000 })
    super(inEnglish(said))
    this.said = said
  }
}

export const runTool: RunTool = (command, words) =>
  new Promise((resolve, reject) => {
    const options = {
      timeout: toolTime,
      maxBuffer: 1024 * 1024,
      windowsHide: true,
      killSignal: 'SIGKILL',
    } as const
    execFile(command, words, options, (error, stdout) => {
      if (error === null) resolve(stdout)
      else if (error.killed === true) reject(new ToolTooSlow(command))
      else resolve(null)
    })
  })

export async function readSystemProxy(parts: SystemParts): Promise<SystemProxy> {
  const fromEnvironment = environmentProxy(parts.env)
  if (fromEnvironment !== null) return fromEnvironment
  try {
    if (parts.platform === 'darwin') return macProxy((await parts.run('/usr/sbin/scutil', ['--proxy'])) ?? '')
    if (parts.platform === 'win32')
      return windowsProxy((await parts.run(windowsTool(parts.env), windowsWords)) ?? '')
    return await gnomeProxy(parts.run)
  } catch (error) {
    return { kind: 'failed', detail: error instanceof ToolTooSlow ? error.said : messageOf(error) }
  }
}

function environmentProxy(env: SystemParts['env']): SystemProxy | null {
  const value = (name: string): string | null =>
    (env[name.toLowerCase()] ?? env[name.toUpperCase()] ?? '').trim() || null
  const all = value('all_proxy')
  const http = value('http_proxy') ?? all
  const https = value('https_proxy') ?? all
  if (http === null && https === null) return null
  return { kind: 'fixed', http, https, bypass: list(value('no_proxy') ?? '') }
}

function list(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '')
}

/** Parses `scutil --proxy`: lines `Key : value`, and a list of exceptions. */
export function macProxy(text: string): SystemProxy {
  const value = (key: string): string | null =>
    new RegExp(String.raw`^\s*${key} : (.+?)\s*$`, 'm').exec(text)?.[1] ?? null
  const isOn = (key: string): boolean => value(key) === '1'
  const url = value('ProxyAutoConfigURLString')
  if (isOn('ProxyAutoConfigEnable') && url !== null) return { kind: 'pac', url }
  const address = (kind: string): string | null => {
    const host = value(`${kind}Proxy`)
    return isOn(`${kind}Enable`) && host !== null ? withPort(host, value(`${kind}Port`)) : null
  }
  const http = address('HTTP')
  const https = address('HTTPS')
  if (http === null && https === null) return { kind: 'none' }
  const exceptions = /ExceptionsList : <array> \{([^}]*)\}/.exec(text)?.[1] ?? ''
  const bypass = [...exceptions.matchAll(/^\s*\d+ : (\S+)\s*$/gm)].map(([, entry]) => entry ?? '')
  return {
    kind: 'fixed',
    http,
    https,
    bypass: isOn('ExcludeSimpleHostnames') ? [...bypass, '<local>'] : bypass,
  }
}

function withPort(host: string, port: string | null): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return port === null || port === '0' || port === '' ? `http://${name}` : `http://${name}:${port}`
}

const windowsKey = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Internet Settings`
const windowsWords = ['query', windowsKey]

/** By its full path, so that no program of that name in another folder is started. */
function windowsTool(env: SystemParts['env']): string {
  return String.raw`${env['SystemRoot'] ?? env['SYSTEMROOT'] ?? String.raw`C:\Windows`}\System32\reg.exe`
}

/** Parses `reg query` of WinINET's settings: lines `name    REG_TYPE    value`. */
export function windowsProxy(text: string): SystemProxy {
  const value = (name: string): string | null =>
    new RegExp(String.raw`^\s+${name}\s+REG_\w+\s+(.*?)\s*$`, 'mi').exec(text)?.[1] || null
  const url = value('AutoConfigURL')
  if (url !== null) return { kind: 'pac', url }
  const server = value('ProxyServer')
  if (Number(value('ProxyEnable') ?? 0) !== 1 || server === null) return { kind: 'none' }
  const parts = server.split(';').map((part) => part.trim())
  // One proxy for all, or one per scheme: `http=proxy:80;https=proxy:443`.
  const one = (scheme: string): string | null =>
    parts.find((part) => part.toLowerCase().startsWith(`${scheme}=`))?.slice(scheme.length + 1) ??
    parts.find((part) => part !== '' && !part.includes('=')) ??
    null
  const address = (text_: string | null): string | null =>
    text_ === null ? null : /^\w+:\/\//.test(text_) ? text_ : `http://${text_}`
  return {
    kind: 'fixed',
    http: address(one('http')),
    https: address(one('https')),
    bypass: list(value('ProxyOverride') ?? ''),
  }
}

const gnomeList = z.array(z.string())

async function gnomeProxy(run: RunTool): Promise<SystemProxy> {
  const get = async (schema: string, key: string): Promise<string> =>
    ((await run('gsettings', ['get', schema, key])) ?? '').trim()
  const text = (quoted: string): string => quoted.replace(/^'(.*)'$/s, '$1').trim()
  const mode = text(await get('org.gnome.system.proxy', 'mode'))
  if (mode === 'auto') {
    const url = text(await get('org.gnome.system.proxy', 'autoconfig-url'))
    return url === '' ? { kind: 'none' } : { kind: 'pac', url }
  }
  if (mode !== 'manual') return { kind: 'none' }
  const address = async (scheme: string): Promise<string | null> => {
    const host = text(await get(`org.gnome.system.proxy.${scheme}`, 'host'))
    return host === '' ? null : withPort(host, await get(`org.gnome.system.proxy.${scheme}`, 'port'))
  }
  const [http, https] = [await address('http'), await address('https')]
  if (http === null && https === null) return { kind: 'none' }
  const hosts = (await get('org.gnome.system.proxy', 'ignore-hosts'))
    .replace(/^@as\s*/, '')
    .replaceAll("'", '"')
  const parsed = gnomeList.safeParse(parseJson(hosts))
  return { kind: 'fixed', http, https, bypass: parsed.success ? parsed.data : [] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
