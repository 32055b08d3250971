// Reads statuses in its own process and prints the peak memory of that process: after `warm` of them, and after
// `more`. `node memory-child.ts ADDRESS WARM MORE`, the key in the environment.
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import { connectionSettings, defaultTokenUrl } from '../../../shared/sending/connection.ts'
import type { measured } from './memory-words.ts'
import type { z } from 'zod'

const [, , baseUrl = '', warm = '', more = ''] = process.argv
const transport = createTransport()
const client = createServiceClient({
  settings: connectionSettings.parse({
    baseUrl,
    tokenUrl: defaultTokenUrl(baseUrl),
    limits: { statusTimeoutMs: 3000 },
  }),
  transport: transport.send,
  clock: systemClock,
  readKey: () => Promise.resolve(process.env['CARRYOVER_KEY'] ?? null),
})
const largest = (): number => process.resourceUsage().maxRSS
const read = () => client.status('/v2/data-import/accounts/ACME/A-1/')

for (let count = 0; count < Number(warm); count += 1) await read()
const before = largest()
const codes: string[] = []
for (let count = 0; count < Number(more); count += 1) {
  const answer = await read()
  codes.push(answer.kind === 'unreachable' ? answer.code : answer.kind)
}
process.stdout.write(JSON.stringify({ before, after: largest(), codes } satisfies z.infer<typeof measured>))
await transport.close()
