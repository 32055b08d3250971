// Command `retention`: after how many days the finished batches of a connection are purged, or another period. A program
// that opens the data folder purges them, at its start and then every hour.
import { retentionDays } from '../../../../shared/contract/purge.ts'
import { agree } from '../../terminal/agree.ts'
import { exitCodes, refuse } from '../../terminal/exit.ts'
import type { Invocation } from '../../terminal/invocation.ts'
import { print } from '../../terminal/terminal.ts'
import { dataTexts } from '../../texts/data.ts'
import { type Client, existingFolder, withSession } from '../session.ts'

const words = dataTexts.retention

export type RetentionOptions = {
  readonly days?: number
  readonly never?: true
  readonly yes?: true
  readonly dataDir?: string
  readonly json?: true
}

/** Asks before a period by which batches are due already. Returns the exit code. */
export async function retentionCommand(
  name: string,
  options: RetentionOptions,
  invocation: Invocation,
): Promise<number> {
  const { days: given, never, json } = options
  if (given !== undefined && !retentionDays.safeParse(given).success) refuse(words.notDays)
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const found = (await client.connections.list()).find((one) => one.name === name)
    if (found === undefined) return refuse(dataTexts.connections.unknown({ name }))
    const connection = found.id
    const batches = given === undefined ? 0 : await dueBy(client, connection, given)
    const question = words.question({ batches, days: given ?? 0 })
    const isRefused = batches > 0 && !(await agree(invocation, question, options, words))
    if (!isRefused && (given !== undefined || never === true))
      await client.purge.setRetention({ connection, days: given ?? null })
    const { days } = await client.purge.retention({ connection })
    const sentence = days === null ? words.never({ name }) : words.after({ name, days })
    await print(invocation, `${json === true ? JSON.stringify({ connection: name, days }) : sentence}\n`)
    return isRefused ? exitCodes.attention : exitCodes.done
  })
}

/** How many of its batches the next look would purge. */
async function dueBy(client: Client, connection: number, olderThanDays: number): Promise<number> {
  const { batches } = await client.purge.preview({ connection, olderThanDays })
  return batches.filter(({ isConnected, stays }) => isConnected && stays === null).length
}
