// Proxy scripts: fetched with a cap, run in a thread that is ended after each answer or when its time is over, answers
// kept for a minute. A script that fails is told; it never means "no proxy".
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Agent, request } from 'undici'
import { z } from 'zod'
import type { Trouble } from '../../../../shared/network-trouble.ts'
import { codesOf } from './connect-failure.ts'
import type { Trust } from './trust.ts'

export type PacLimits = {
  /** Bytes of a script. */
  readonly size: number
  /** Milliseconds for fetching it, and for one answer of it. */
  readonly fetchMs: number
  readonly answerMs: number
  /** Bytes that it may use while it runs. */
  readonly memory: number
  /** Milliseconds for which a script and an answer are kept. */
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

/** What failed is tried again after this time, in milliseconds: a person may be putting it right. */
const keepFailureMs = 2000

export function createPac(limits: PacLimits = pacLimits, now: () => number = () => performance.now()) {
  const scripts = new Map<string, Kept<Promise<Script>>>()
  /** The last one that could be loaded: a script that cannot be loaded again stays in force. */
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
    /** What the script says of this target: its path and query are not told to it. */
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
  const failed = (detail: string): Script => ({
    ok: false,
    trouble: { kind: 'pac_not_loadable', place: pacUrl, detail },
  })
  // Each script is fetched seldom: no connection is kept. Never through a proxy, since it says which one to use.
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
      if (size > limits.size) return failed(`it is larger than ${limits.size} bytes`)
      chunks.push(chunk)
    }
    const text = new TextDecoder().decode(Buffer.concat(chunks))
    return /^\s*</.test(text) ? failed('it is a web page') : { ok: true, text }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return failed(
      late ? `no answer within ${limits.fetchMs / 1000} s` : (codesOf(error)[0] ?? 'network error'),
    )
  } finally {
    await agent.destroy()
  }
}

const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), answer: z.unknown() }),
  z.object({ kind: z.literal('error'), message: z.string() }),
  z.object({ kind: z.literal('late') }),
])

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
  const wrong = (detail: string): PacAnswer => ({ ok: false, trouble: { kind: 'pac_error', place, detail } })
  const worker = new Worker(new URL('./pac-worker.ts', import.meta.url), {
    workerData: { wasm, script, url, host, memory: limits.memory, timeMs: limits.answerMs },
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<PacAnswer>((resolve) => {
      // A moment more than the engine gives itself.
      timer = setTimeout(() => resolve(late), limits.answerMs + 1000)
      worker.once('error', (error) => resolve(wrong(error.message.slice(0, 300))))
      worker.once('exit', () => resolve(wrong('it ended without an answer')))
      worker.once('message', (raw: unknown) => {
        const told = message.safeParse(raw)
        if (!told.success) return resolve(wrong('no answer'))
        if (told.data.kind === 'late') return resolve(late)
        if (told.data.kind === 'error') return resolve(wrong(told.data.message))
        const { answer } = told.data
        resolve(typeof answer === 'string' ? { ok: true, text: answer } : wrong('it names no proxy'))
      })
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** The engine's file: beside us in a built program, in its package otherwise. */
function engineFile(): string {
  const beside = join(import.meta.dirname, 'quickjs.wasm')
  if (existsSync(beside)) return beside
  return join(dirname(createRequire(import.meta.url).resolve('quickjs-wasi/package.json')), 'quickjs.wasm')
}
