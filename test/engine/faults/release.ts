// Releasing as a person does who is told that an earlier release is still being carried out: again, a moment later.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../engine/waiting.ts'

export async function releaseWhenFree(client: Client, batch: number, limit: number | null): Promise<void> {
  for (;;) {
    try {
      await client.batches.release({ batch, limit })
      return
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('still being released or taken back'))
        throw error
      await wait(5)
    }
  }
}
