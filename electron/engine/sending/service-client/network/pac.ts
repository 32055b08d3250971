// Proxy scripts (PAC): fetched with a size limit, and run in a worker thread that is ended after each answer or on
// timeout. Answers are cached for a minute. A script that fails is reported; it never means "no proxy".
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Agent, request } from 'undici'
import type { Trouble } from '../../../../../shared/sending/network-trouble.ts'
import { message, type Said } from '../../../../../shared/texts/message.ts'
import { startThread } from '../../../jobs/threads.ts'
import { messageOf } from '../../../system/failure.ts'
import { codesOf } from './connect-failure.ts'
import type { PacTask } from './pac-worker.ts'
import type { Trust } from './trust.ts'

export type PacLimits = {
  /** Largest script in bytes. */
  readonly size: number
  /** Time limits in milliseconds for fetching the script and for one answer. */
  readonly fetchMs: number
  readonly answerMs: number
  /** Memory limit of the script in bytes. */
  readonly memory: number
  /** Milliseconds for which a script and an answer are cached. */
  readonly keepScriptMs: number
  readonly keepAnswerMs: number
}
export const pacLimits: PacLimits = {
  size: 1024 * 1024,
  fetchMs: 10_000,
  answerMs: 5000,
  memory: 32 * 1024 * 1024,
  keepScriptMs: 600_000,
  keepAnswerMs: 60_000,
}

export type PacAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly trouble: Omit<Trouble, 'host'> }

type Kept<T> = { readonly until: number; readonly value: T }
type Script = { readonly ok: true; readonly text: string } | Extract<PacAnswer, { ok: false }>

/** Milliseconds after which a failure is retried: a person may be fixing it. */
const keepFailureMs = 2000

export function createPac(limits: PacLimits = pacLimits, now: () => number = () => performance.now()) {
  const scripts = new Map<string, Kept<Promise<Script>>>()
  /** The last script loaded successfully: it stays in force if it cannot be loaded again. */
  const lastGood = new Map<string, string>()
  const answers = new Map<string, Kept<Promise<PacAnswer>>>()

  function scriptOf(pacUrl: string, trust: Trust): Promise<Script> {
    return keeping(scripts, pacUrl, limits.keepScriptMs, async () => {
      const loaded = await loadScript(pacUrl, trust, limits)
      if (loaded.ok) lastGood.set(pacUrl, loaded.text)
      const before = lastGood.get(pacUrl)
      return !loaded.ok && before !== undefined ? { ok: true, text: before } : loaded
    })
  }

  async function keeping<T extends { readonly ok: boolean }>(
    map: Map<string, Kept<Promise<T>>>,
    key: string,
    ms: number,
    make: () => Promise<T>,
  ): Promise<T> {
    const one = map.get(key)
    if (one !== undefined && now() < one.until) return one.value
    const value = make()
    map.set(key, { until: now() + ms, value })
    const made = await value
    if (!made.ok) map.set(key, { until: now() + keepFailureMs, value })
    return made
  }

  return {
    /** The script's answer for this target; it does not get the target's path and query. */
    ask(pacUrl: string, target: URL, trust: Trust): Promise<PacAnswer> {
      const origin = `${target.protocol}//${target.host}/`
      return keeping(answers, `${pacUrl} ${origin}`, limits.keepAnswerMs, async (): Promise<PacAnswer> => {
        const script = await scriptOf(pacUrl, trust)
        return script.ok ? runScript(pacUrl, script.text, origin, target.hostname, limits) : script
      })
    },
  }
}

async function loadScript(pacUrl: string, trust: Trust, limits: PacLimits): Promise<Script> {
  const failed = (detail: Said): Script => ({
    ok: false,
    trouble: { kind: 'pac_not_loadable', place: pacUrl, detail },
  })
  // Each script is fetched rarely, so no connection is kept. Never through a proxy, since the script names the proxy.
  const agent = new Agent({
    allowH2: false,
    connect: { timeout: limits.fetchMs, secureContext: trust.proxyContext, rejectUnauthorized: true },
  })
  try {
    const { statusCode, body } = await request(pacUrl, {
      dispatcher: agent,
      signal: AbortSignal.timeout(limits.fetchMs),
    })
    if (statusCode !== 200) return failed(`HTTP ${statusCode}`)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limits.size) return failed(message('network.script_too_large', { most: limits.size }))
      chunks.push(chunk)
    }
    const text = new TextDecoder().decode(Buffer.concat(chunks))
    return /^\s*</.test(text) ? failed(message('network.script_is_page')) : { ok: true, text }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return failed(
      late
        ? message('network.no_answer_within', { seconds: limits.fetchMs / 1000 })
        : (codesOf(error)[0] ?? message('network.network_error')),
    )
  } finally {
    await agent.destroy()
  }
}

async function runScript(
  place: string,
  script: string,
  url: string,
  host: string,
  limits: PacLimits,
): Promise<PacAnswer> {
  const wasm = await readFile(engineFile())
  const late: PacAnswer = {
    ok: false,
    trouble: { kind: 'pac_timeout', place, seconds: limits.answerMs / 1000 },
  }
  const wrong = (detail: Said): PacAnswer => ({ ok: false, trouble: { kind: 'pac_error', place, detail } })
  const thread = startThread<PacTask>({
    name: 'proxy script',
    script: new URL('./pac-worker.ts', import.meta.url),
    data: null,
    confine: {
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const asked = { wasm, script, url, host, memory: limits.memory, timeMs: limits.answerMs }
    const pacResult = await Promise.race([
      thread.ask(asked).catch((error: unknown) => ({ kind: 'error', message: messageOf(error) }) as const),
      // Slightly longer than the engine's own time limit.
      new Promise<{ readonly kind: 'late' }>((resolve) => {
        timer = setTimeout(() => resolve({ kind: 'late' }), limits.answerMs + 1000)
      }),
    ])
    if (pacResult.kind === 'late') return late
    if (pacResult.kind === 'error') return wrong(pacResult.message.slice(0, 300))
    const { answer } = pacResult
    return typeof answer === 'string' ? { ok: true, text: answer } : wrong(message('network.names_no_proxy'))
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

/** The engine's file: next to us in a built program, otherwise in its package. */
function engineFile(): string {
  const beside = join(import.meta.dirname, 'quickjs.wasm')
  if (existsSync(beside)) return beside
  return join(dirname(createRequire(import.meta.url).resolve('quickjs-wasi/package.json')), 'quickjs.wasm')
}
