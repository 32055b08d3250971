// Sets up the sandbox as a connection that is ready to use, for any host that started one.
import type { RouterClient } from '@orpc/server'
import { connectionSettings } from '../../../../shared/sending/connection.ts'
import { dataKeyOf } from '../../store/database/data-key.ts'
import type { Engine } from '../../engine.ts'
import { practiceFileIn, practiceName, type PracticeService } from '../../system/practice-service.ts'

export type PracticeStorage = { readonly storage: string; readonly storageKey: string | null }

/** Of the practice service that runs beside a data folder, encrypted as the folder is. */
export function practiceStorage(folder: string): PracticeStorage {
  const storage = practiceFileIn(folder)
  return { storage, storageKey: dataKeyOf(storage) }
}

/**
 * Saves the connection under its fixed name at the sandbox's current address; other settings are kept. Returns its
 * id; the host must store the key.
 */
export async function connectPractice(
  {
    client,
    practice,
  }: { readonly client: RouterClient<Engine['router']>; readonly practice: Engine['practice'] },
  {
    baseUrl,
    tokenUrl,
    control,
  }: { readonly baseUrl: string; readonly tokenUrl: string; readonly control: PracticeService },
): Promise<number> {
  practice.begun(baseUrl, control)
  const before = (await client.connections.list()).find(({ name }) => name === practiceName)
  const settings = connectionSettings.parse({
    ...(before?.settings ?? { limits: { pollFirstMs: 1000, readsPerMinute: null } }),
    baseUrl,
    tokenUrl,
  })
  return (await client.connections.save({ name: practiceName, settings })).id
}
