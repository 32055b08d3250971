// Runs the desktop program in its own process with the fake Electron: `node run-source.ts DATA-FOLDER`. It prints
// one line of JSON: whether the program opened, or the reason. SIGTERM makes it quit.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startDesktop } from '../../electron/desktop/desktop.ts'
import { engineFactory } from '../../electron/desktop/engine/engine-host.ts'
import { readRendererFiles } from '../../electron/web/files/renderer-files.ts'
import { createFakeElectron } from './fake-electron.ts'

const folder = z.string().parse(process.argv[2])
const page = mkdtempSync(join(tmpdir(), 'carryover-page-'))
writeFileSync(join(page, 'index.html'), '<!doctype html><title>Carryover</title>')

const fake = createFakeElectron()
const ended = new Promise((resolve) => fake.app.once('ended', resolve))
await startDesktop({
  electron: fake.electron,
  engineFactory: engineFactory('0.0.0-test'),
  platform: 'linux',
  argv: [],
  environment: {},
  folder,
  withPractice: false,
  readPage: () => readRendererFiles(page),
  preload: 'preload.cjs',
  readerMain: 'reader-child.ts',
  onBug: (error) => process.emitWarning(error instanceof Error ? error : new Error(String(error))),
  say: (line) => void process.stderr.write(`${line}\n`),
})
rmSync(page, { recursive: true })
const refused = fake.errors[0]?.text ?? null
process.stdout.write(`${JSON.stringify({ refused })}\n`)
if (refused === null) {
  process.once('SIGTERM', () => fake.app.quit())
  // In the real program, its window keeps the process running.
  const alive = setInterval(() => undefined, 1000)
  await ended
  clearInterval(alive)
}
process.exitCode = fake.exit.code ?? 0
