// The sample as a batch that is ready to send, made with the engine's calls as a window makes them.
import type { ContractRouterClient } from '@orpc/contract'
import { expect } from 'vitest'
import { readMapping } from '../../../electron/cli/options/common.ts'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { connectionSettings, defaultTokenUrl, type Limits } from '../../../shared/sending/connection.ts'
import type { contract } from '../../../shared/contract/contract.ts'
import type { SendingPlan } from '../../../shared/sending/wave-plan.ts'
import { sample } from './command-line.ts'

/** Loads and validates it, with a plan if given: 46 accounts may be sent. Returns the batch's number. */
export async function validatedSample(
  client: ContractRouterClient<typeof contract>,
  sandbox: Sandbox,
  limits: Partial<Limits>,
  plan?: SendingPlan,
): Promise<number> {
  const { baseUrl, apiKey } = sandbox
  const { id: connection } = await client.connections.save({
    name: 'The service',
    settings: connectionSettings.parse({
      baseUrl,
      tokenUrl: defaultTokenUrl(baseUrl),
      limits,
      environment: 'test',
      catalogue: 'example',
    }),
  })
  await client.connections.setKey({ id: connection, key: apiKey })
  const { batch } = await client.batches.load({
    path: sample('wide-50.csv'),
    mapping: await readMapping(sample('wide-50.mapping.json')),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  const view = () => client.batches.get({ batch })
  await expect.poll(async () => (await view()).stage).toBe('open')
  if (plan !== undefined) await client.batches.setPlan({ batch, plan })
  await client.batches.validate({ batch })
  await expect.poll(async () => (await view()).states.validated).toBe(46)
  return batch
}
