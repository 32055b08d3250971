// Program that opens a data folder, hands a batch over or opens a project file, and kills itself as soon as its database
// satisfies a condition, which it asks between two steps of its work: `node doomed-handover.ts SETTINGS`, where SETTINGS
// is one JSON text.
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { engineIn } from '../api/bare-engine.ts'

const { folder, path, batch, moment } = z
  .object({
    folder: z.string(),
    path: z.string(),
    batch: z.number().nullable(),
    /** SQL that gives 1 when it is time. */
    moment: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { client } = await engineIn(folder)
const database = openDatabaseFile(join(folder, 'carryover.sqlite'), { readonly: true })
const isTime = database.prepare(moment).pluck()

function dieInTime(): void {
  if (isTime.get() === 1) process.kill(process.pid, 'SIGKILL')
  setImmediate(dieInTime)
}
dieInTime()

const passphrase = null
await (batch === null
  ? client.handover.open({ path, passphrase, onlyHere: true })
  : client.handover.write({ batch, folder: dirname(path), name: basename(path), passphrase }))
process.exit(3)
