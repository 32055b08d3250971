// `start`: the practice service with its operator's surface, kept in the data folder, and how to use it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSandbox } from '../sandbox/sandbox.ts'
import { print } from './read-command.ts'
import { defaultDataFolder } from './session.ts'

export async function startCommand(signal: AbortSignal): Promise<void> {
  const folder = defaultDataFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const sandbox = await createSandbox({ storage: join(folder, 'sandbox.sqlite'), operator: true })
  await print(`The practice service runs at ${sandbox.baseUrl} until Ctrl-C; its data is kept in ${folder}.
Its operator's surface: ${sandbox.operatorUrl ?? ''}

In another terminal, send the sample of 50 accounts:

  CARRYOVER_API_KEY=${sandbox.apiKey} npm run -s carryover -- run test/files/samples/wide-50.csv \\
    --mapping test/files/samples/wide-50.mapping.json --base-url ${sandbox.baseUrl} --supplier ACME --poll 1 --out report
`)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await sandbox.close()
}
