// Commands `run` and `validate`: one batch from file to report. Local problems are reported before any request to
// the service, and a wrong address or key before anything is validated.
import { basename, resolve } from 'node:path'
import { createConsent } from './consent.ts'
import { driveBatch } from './drive.ts'
import { exitCodes, orInterrupted, Refusal } from '../terminal/exit.ts'
import { finish, guarded, makeReportFolder } from './finish.ts'
import type { Follow } from './follow.ts'
import { giveSecrets, type SecretOptions } from '../options/network.ts'
import { type OddRowOptions, oddRowsFrom } from '../options/odd-rows.ts'
import { mappingFor, readKey } from '../options/common.ts'
import { letServiceDecide, type OverrulingOptions } from '../options/overruling.ts'
import { newPlan, type PlanOptions } from '../options/plan.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { createProgressLine } from '../terminal/progress.ts'
import { filesFrom, type ReadingOptions } from '../options/reading.ts'
import { type Client, dataFolder, type Session, withSession } from '../data-folder/session.ts'
import { checkNaming, connectionForRun, type Naming } from './connection.ts'
import type { GivenSettings } from '../options/settings.ts'
import { quoted } from '../terminal/words.ts'
import { say } from '../terminal/terminal.ts'
import type { Pause } from '../../../shared/sending/connection.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { dataTexts } from '../texts/data.ts'

export type RunOptions = GivenSettings &
  Naming &
  OverrulingOptions &
  PlanOptions &
  SecretOptions &
  ReadingOptions &
  OddRowOptions & {
    readonly supplier?: string
    readonly mapping?: string
    /** Address of a sandbox that this process started. */
    readonly ownSandbox?: string
    readonly dataDir?: string
    readonly out?: string
    readonly apiKeyFile?: string
    readonly yes?: true
    readonly until: 'validated' | 'scheduled' | 'done'
    readonly json?: true
  }

export function followWith({ client, folder, invocation }: Session): Follow {
  return {
    client,
    invocation,
    signal: invocation.signal,
    warn: (line) => say(invocation, line),
    progress: createProgressLine(invocation.stderr),
    command: (words, batch) => `carryover ${words} --batch ${batch} --data-dir ${quoted(folder)}`,
  }
}

export async function runCommand(
  given: readonly string[],
  options: RunOptions,
  invocation: Invocation,
): Promise<number> {
  const { env, signal } = invocation
  // Contradictory options are reported before anything is opened.
  newPlan(options)
  checkNaming(options)
  const key = await readKey(options.apiKeyFile, env)
  const folder = dataFolder(options.dataDir, env)
  await makeReportFolder(options.out, folder)
  const started = performance.now()
  return withSession(folder, invocation, async (session) => {
    const { client } = session
    if (options.ownSandbox !== undefined) session.practice.begun(options.ownSandbox)
    const chosen = await connectionForRun(session, options, options.until !== 'validated')
    const { id: connection, settings, catalogue, changes } = chosen
    const follow = followWith(session)
    await noteRepairs(session, given)
    const files = filesFrom(given, options)
    const supplier = options.supplier ?? null
    const request = {
      files,
      mapping: options.mapping,
      catalogue,
      supplier,
      statusPath: settings.statusPath,
    }
    const mapping = await orInterrupted(signal, mappingFor(client, request, follow.warn))
    await client.connections.forRun({ id: connection, changes })
    await letServiceDecide(client, connection, options)
    const oddRows = oddRowsFrom(options)
    const load = client.batches.load({
      ...files,
      mapping,
      catalogue,
      connection,
      supplier,
      oddRows,
    })
    const { batch } = await orInterrupted(signal, load)
    try {
      // Saved before anything can be released, so that a later `resume` finds the plan.
      await client.batches.setPlan({ batch, plan: newPlan(options, chosen.environment) })
      await client.batches.setRunSettings({ batch, changes })
      await giveSecrets(session, connection, options)
      await client.connections.setKey({ id: connection, key })
      await orInterrupted(signal, testConnection(client, connection))
    } catch (error) {
      await client.batches.remove({ batch })
      throw error
    }
    await liftOldPauses(client, connection)
    const consent = createConsent({ yes: options.yes === true, confirm: options.confirm }, invocation)
    const driven = await guarded(session, batch, () =>
      driveBatch(follow, batch, { until: options.until, consent, goOn: false, oddRows: true }),
    )
    return finish(session, driven, { ...options, started })
  })
}

/** Reports a wrong address or key before anything is validated. */
/** A repaired fix file becomes a batch of its own here; its batch is named for who meant the other. */
async function noteRepairs({ client, folder, invocation }: Session, given: readonly string[]): Promise<void> {
  const [file] = given
  if (file === undefined || given.length > 1) return
  const path = resolve(file)
  const found = await orInterrupted(invocation.signal, client.questions.batchOf({ path }))
  if (found === null) return
  const command = `carryover repairs ${quoted(file)} --data-dir ${quoted(folder)}`
  say(invocation, dataTexts.repairs.isFixFile({ file: basename(path), ...found, command }))
}

export async function testConnection(client: Client, id: number): Promise<void> {
  const { result, message, advice } = await client.connections.test({ id })
  if (result !== 'fine') throw new Refusal(`${sentenceOf(message)} ${sentenceOf(advice)}`, exitCodes.service)
}

const keptAtStart: ReadonlySet<Pause['reason']> = new Set(['after_crash', 'person'])

/**
 * Lifts old pauses, because starting a run is a request to retry. Accounts that wait after a crash stay paused until
 * they are resumed explicitly, and a pause for all holds until somebody ends it.
 */
export async function liftOldPauses(client: Client, id: number): Promise<void> {
  const views = await client.batches.list()
  const pauses = views.find((view) => view.connection?.id === id)?.pauses ?? []
  for (const pause of pauses) {
    if (pause.forAll !== true && !keptAtStart.has(pause.reason))
      await client.connections.resume({ id, supplier: pause.supplier })
  }
}
