// Task of the thread that runs a proxy script (PAC). The foreign code runs in a separate JavaScript engine (QuickJS in
// WebAssembly) that knows the PAC functions and nothing of Node or our code. It answers one question; the caller then
// ends the thread.
import { createPacResolver } from 'pac-resolver'
import { QuickJS } from 'quickjs-wasi'
import { serveTask } from '../../../jobs/thread-task.ts'
import { messageOf } from '../../../system/failure.ts'

export type PacTask = {
  readonly data: null
  readonly asked: {
    /** The script engine. */
    readonly wasm: Uint8Array
    readonly script: string
    readonly url: string
    readonly host: string
    /** Bytes that the script may use. */
    readonly memory: number
    readonly timeMs: number
  }
  readonly answer:
    | { readonly kind: 'answer'; readonly answer: unknown }
    | { readonly kind: 'error'; readonly message: string }
    | { readonly kind: 'late' }
  readonly progress: never
}

serveTask<PacTask>(() => ({
  async run(asked) {
    const until = performance.now() + asked.timeMs
    try {
      return { kind: 'answer', answer: await answerOf(asked, until) }
    } catch (error) {
      if (performance.now() > until) return { kind: 'late' }
      return { kind: 'error', message: messageOf(error).slice(0, 300) }
    }
  },
}))

async function answerOf({ wasm, script, url, host, memory }: PacTask['asked'], until: number) {
  const engine = await QuickJS.create({
    wasm: new Uint8Array(wasm),
    memoryLimit: memory,
    interruptHandler: () => performance.now() > until,
  })
  const find = createPacResolver(engine, script, { sandbox: { alert: () => '' } })
  return find(url, host)
}
