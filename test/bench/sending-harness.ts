// Fixtures of the sending benchmarks: the practice service in its own process, and an engine that sends to it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { BatchView } from '../../shared/contract/contract.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import type { Client } from '../engine/api/waiting.ts'
import type { Sample } from '../files/generate.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

const ready = z.object({ baseUrl: z.string(), tokenUrl: z.string(), apiKey: z.string() })
export type Service = z.infer<typeof ready> & { readonly stop: () => Promise<void> }

export async function startService(suppliers: readonly string[], ledger?: string): Promise<Service> {
  const entry = fileURLToPath(new URL('../../electron/cli/carryover.js', import.meta.url))
  const words = suppliers.flatMap((code) => ['--supplier', `${code}=ongoing`])
  const kept = ledger === undefined ? [] : ['--ledger', ledger]
  const child = spawn(process.execPath, [entry, 'sandbox', '--speed', 'instant', ...words, ...kept], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { ...ready.parse(JSON.parse(line)), stop }
}

/** Resolves with the first view that satisfies the condition; checked at every event of the engine. */
export async function until(
  client: Client,
  batch: number,
  holds: (view: BatchView) => boolean,
): Promise<BatchView> {
  const listening = new AbortController()
  const events = await client.events(undefined, { signal: listening.signal })
  try {
    for (;;) {
      const view = await client.batches.get({ batch })
      if (view.stage === 'failed')
        throw new Error(sentenceOf(view.failure?.message) ?? 'The file could not be loaded.')
      if (holds(view)) return view
      await events.next()
    }
  } finally {
    listening.abort()
    await events.return?.()
  }
}

export async function load(
  client: Client,
  sample: Sample,
  connection: number,
  supplier: string,
): Promise<number> {
  const { batch } = await client.batches.load({
    path: sample.file,
    mapping: mappingFile.parse(sample.mapping),
    catalogue: { shipped: 'example' },
    connection,
    supplier,
  })
  return batch
}
