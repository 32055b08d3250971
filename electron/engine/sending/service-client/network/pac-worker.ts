// Worker thread that runs a proxy script (PAC). The foreign code runs in a separate JavaScript engine (QuickJS in
// WebAssembly) that knows the PAC functions and nothing of Node or our code. It answers one question; the caller then
// ends the thread.
import { parentPort, workerData } from 'node:worker_threads'
import { createPacResolver } from 'pac-resolver'
import { QuickJS } from 'quickjs-wasi'
import { z } from 'zod'

const { wasm, script, url, host, memory, timeMs } = z
  .object({
    wasm: z.instanceof(Uint8Array),
    script: z.string(),
    url: z.string(),
    host: z.string(),
    memory: z.number(),
    timeMs: z.number(),
  })
  .parse(workerData)

const until = performance.now() + timeMs

async function answer(): Promise<unknown> {
  const engine = await QuickJS.create({
    wasm: new Uint8Array(wasm),
    memoryLimit: memory,
    interruptHandler: () => performance.now() > until,
  })
  const find = createPacResolver(engine, script, { sandbox: { alert: () => '' } })
  return find(url, host)
}

try {
  parentPort?.postMessage({ kind: 'answer', answer: await answer() })
} catch (error) {
  const late = performance.now() > until
  const message = error instanceof Error ? error.message : String(error)
  parentPort?.postMessage(late ? { kind: 'late' } : { kind: 'error', message: message.slice(0, 300) })
}
