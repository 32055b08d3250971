// Entry point of the desktop program: passes Electron, the folders and the built files next to this one to
// desktop.ts.
import { join } from 'node:path'
import * as electron from 'electron'
import packageFile from '../../package.json' with { type: 'json' }
import { dataFolder } from '../cli/data-folder/session.ts'
import { say } from '../cli/terminal/terminal.ts'
import { readRendererFiles } from '../web/files/renderer-files.ts'
import { startDesktop } from './desktop.ts'
import { engineFactory } from './engine/engine-host.ts'

const { app } = electron
const here = import.meta.dirname
const given = app.commandLine.getSwitchValue('data-dir')
const folder = dataFolder(given === '' ? undefined : given, process.env)

app.setName(packageFile.productName)
// Windows shows notifications only of programs whose id it knows from the installation (electron-builder.yml).
if (process.platform === 'win32') app.setAppUserModelId('org.example.carryover')

void startDesktop({
  electron,
  engineFactory: engineFactory(packageFile.version, (url) =>
    electron.session.defaultSession.resolveProxy(url),
  ),
  platform: process.platform,
  argv: process.argv,
  environment: process.env,
  folder,
  withPractice: !app.commandLine.hasSwitch('no-sandbox-service'),
  readPage: () => readRendererFiles(join(here, '..', 'renderer')),
  preload: join(here, 'preload.cjs'),
  readerMain: join(here, 'reader-child.js'),
  samplePath: join(here, 'linked-500.xlsx'),
  onBug: (error) => process.emitWarning(error instanceof Error ? error : new Error(String(error))),
  say: (line) => say(process, line),
})
