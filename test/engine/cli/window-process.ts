// Window host in its own process, as `carryover start` makes it, with a page of one line. Started and killed by the
// tests whose runs begin in the window and end elsewhere. Its argument is the data folder.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ofThisProcess } from '../../../electron/cli/terminal/invocation.ts'
import { serveWindow } from '../../../electron/cli/window/start.ts'

const [dataDir = ''] = process.argv.slice(2)
const root = mkdtempSync(join(tmpdir(), 'carryover-window-'))
const built = join(root, 'dist')
mkdirSync(built)
writeFileSync(join(built, 'index.html'), '<!doctype html><title>Carryover</title>')

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await serveWindow({ dataDir, sandboxService: false, open: false }, ofThisProcess(stop.signal), {
  root,
  built,
})
