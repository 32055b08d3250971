// Runs the built program (a file given by its path) under Node with the fake Electron, drives it as its page would,
// and prints the result as JSON.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { mappingFile } from '../../shared/mapping/file.ts'
import { runPreload } from './built-preload.ts'
import { fake } from './electron-module.ts'
import { fakeIpcRenderer } from './fake-electron.ts'
import { clientOver, untilStage } from './page-client.ts'

const main = z.string().parse(process.argv[2])
const samples = join(import.meta.dirname, '..', 'files', 'samples')
const stand = new URL('./electron-module.ts', import.meta.url).href

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: stand, shortCircuit: true } : next(name, context),
})

const opened = new Promise((resolve) => fake.app.once('web-contents-created', resolve))
const failed = new Promise((resolve) => fake.app.once('ended', resolve))
await import(pathToFileURL(main).href)
await Promise.race([opened, failed])
const [window] = fake.windows
if (window === undefined) throw new Error(JSON.stringify(fake.errors))

const { bridge } = runPreload(
  readFileSync(join(dirname(main), 'preload.cjs'), 'utf8'),
  fakeIpcRenderer(fake, window.webContents),
)
const page = bridge()
const client = clientOver(page)

const sample = await client.batches.openSample()
await untilStage(client, sample.batch, 'mapping')
const path = page.pathOf({ at: join(samples, 'linked-500.xlsx') })
const mapping = mappingFile.parse(JSON.parse(readFileSync(join(samples, 'linked-500.mapping.json'), 'utf8')))
const whole = {
  path,
  mapping,
  catalogue: { shipped: 'example' } as const,
  connection: null,
  supplier: 'ACME',
}
const { batch } = await client.batches.load(whole)
const { accounts } = await untilStage(client, batch, 'open')
const connections = (await client.connections.list()).map(({ name }) => name)
const templates = (await client.templates.list()).map(({ name }) => name)
const served = await fake.sessions[0]?.served.get('app')?.(new Request('app://carryover/'))
const over = new Promise((resolve) => fake.app.once('ended', resolve))
fake.app.quit()
await over
process.stdout.write(
  JSON.stringify({
    accounts,
    connections,
    templates,
    page: served?.status,
    exit: fake.exit,
    errors: fake.errors,
  }),
)
