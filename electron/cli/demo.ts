// Demonstration: the practice service and a run of the linked-sheets sample of 500 accounts, some of them damaged.
// The run sends in waves, is stopped by a brake and resumes, all in one process and in well under a minute.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '../sandbox/sandbox.ts'
import { endingOf, exitCodes } from './terminal/exit.ts'
import { resumeCommand } from './run/resume.ts'
import { runCommand } from './run/run.ts'
import { speakAsAsked } from './terminal/language.ts'
import { ofThisProcess } from './terminal/invocation.ts'
import { say, sayLines } from './terminal/terminal.ts'
import { windowTexts } from './texts/window.ts'

const samples = new URL('../../test/files/samples/', import.meta.url)

function sample(name: string): string {
  return decodeURIComponent(new URL(name, samples).pathname)
}

async function demo(): Promise<number> {
  speakAsAsked(process.argv.slice(2), process.env)
  const folder = mkdtempSync(join(tmpdir(), 'carryover-demo-'))
  const sandbox = await createSandbox({ seed: 1, speed: 2 })
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  const here = ofThisProcess(interrupted.signal)
  const invocation = { ...here, env: { ...here.env, CARRYOVER_API_KEY: sandbox.apiKey } }
  say(invocation, windowTexts.demo.service({ url: sandbox.baseUrl }))
  const dataDir = join(folder, 'data')
  const out = join(folder, 'report')
  try {
    let code = await runCommand(
      [sample('linked-500.xlsx')],
      {
        baseUrl: sandbox.baseUrl,
        mapping: sample('linked-500.mapping.json'),
        ownSandbox: sandbox.baseUrl,
        supplier: 'ACME',
        dataDir,
        out,
        until: 'done',
        poll: 500,
        readsPerMinute: null,
        yes: true,
        waves: [5, 100],
        between: 'done',
        brakeOnCode: ['reference_already_exists'],
      },
      invocation,
    )
    if (code === exitCodes.person) {
      sayLines(invocation, `\n${windowTexts.demo.goesOn}\n`)
      const rest = {
        ownSandbox: sandbox.baseUrl,
        dataDir,
        out,
        goOn: true,
        brakes: false,
        yes: true,
        until: 'done',
      } as const
      code = await resumeCommand(rest, invocation)
    }
    // The sample is damaged on purpose: accounts that need attention are expected and no failure of the
    // demonstration.
    return code === exitCodes.attention ? exitCodes.done : code
  } catch (error) {
    const { message, exitCode } = endingOf(error)
    sayLines(invocation, `carryover: ${message}`)
    return exitCode
  } finally {
    await sandbox.close()
  }
}

process.exitCode = await demo()
