// Releases as a person does who sees that an earlier release is still running: retries a moment later.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../api/waiting.ts'

export async function releaseWhenFree(client: Client, batch: number, limit: number | null): Promise<void> {
  for (;;) {
    try {
      await client.batches.release({ batch, limit })
      return
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('still being released or cancelled'))
        throw error
      await wait(5)
    }
  }
}
