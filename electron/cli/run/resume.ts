// Command `resume`: continues the unfinished batches of a data folder, begun by a run or in the window. It asks for
// consent again before it sends (for production: the connection's name). A batch that a brake stopped continues only
// with `--go-on`.
import { join } from 'node:path'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { usualPlan } from '../../../shared/sending/wave-plan.ts'
import { createConsent } from './consent.ts'
import { driveBatch } from './drive.ts'
import { type Driven } from './waves.ts'
import { exitCodes, orInterrupted, refuse } from '../terminal/exit.ts'
import { finish, guarded, makeReportFolder } from './finish.ts'
import { giveSecrets, type SecretOptions } from '../options/network.ts'
import { readKey } from '../options/common.ts'
import { planFrom, type PlanOptions } from '../options/plan.ts'
import { waitsForRelease } from './plan-words.ts'
import { followWith, liftOldPauses, testConnection } from './run.ts'
import { changesOfRun } from './connection.ts'
import { existingFolder, type Session, withSession } from '../data-folder/session.ts'
import type { GivenSettings } from '../options/settings.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { say } from '../terminal/terminal.ts'
import { handoverTexts } from '../texts/handover.ts'
import { runTexts } from '../texts/run.ts'

const words = runTexts.resume

export type ResumeOptions = PlanOptions &
  SecretOptions &
  GivenSettings & {
    readonly confirm?: string
    /** Address of a sandbox that this process started. */
    readonly ownSandbox?: string
    readonly batch?: number
    readonly dataDir?: string
    readonly out?: string
    readonly apiKeyFile?: string
    readonly yes?: true
    readonly json?: true
    readonly until: 'scheduled' | 'done'
    /** Continue after a stop, or with the next wave. */
    readonly goOn?: true
    /** Do not send queued accounts. */
    readonly cancelQueued?: true
  }

export async function resumeCommand(options: ResumeOptions, invocation: Invocation): Promise<number> {
  const started = performance.now()
  if (options.goOn === true && options.cancelQueued === true) refuse(words.contradiction)
  // Contradictory options are reported before anything is cancelled or changed.
  planFrom(options, usualPlan)
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async (session) => {
    if (options.ownSandbox !== undefined) session.practice.begun(options.ownSandbox)
    const chosen = await chosenBatches(session, options.batch)
    await makeReportFolder(options.out, session.folder)
    const { foundInFlight } = await session.client.workspace.status()
    if (foundInFlight > 0) {
      say(invocation, words.foundInFlight({ accounts: foundInFlight }))
    }
    let code: number = exitCodes.done
    for (const view of chosen) {
      const folder =
        options.out === undefined || chosen.length === 1 ? options.out : join(options.out, `batch-${view.id}`)
      const driven = await goOn(session, view, options)
      const { json, until } = options
      const ended = await finish(session, driven, { started, until, out: folder, json })
      code = Math.max(code, ended)
    }
    return code
  })
}

/**
 * Every batch with accounts in progress or with waves left, and the newest one if it is unfinished. An older batch
 * that was never released may have been replaced by a corrected file: it is resumed only by its number.
 */
async function chosenBatches(
  { client, folder, invocation }: Session,
  wanted: number | undefined,
): Promise<BatchView[]> {
  if (wanted !== undefined) return [await client.batches.get({ batch: wanted })]
  const views = await client.batches.list()
  const newest = views.at(-1)
  if (newest === undefined) return refuse(runTexts.watch.noBatchIn({ folder }))
  const chosen = views.filter((view) => isOnItsWay(view) || (view === newest && isUnfinished(view)))
  for (const view of views.filter((one) => isUnfinished(one) && !chosen.includes(one)))
    say(invocation, words.neverReleased({ batch: view.id, file: view.fileName }))
  if (chosen.length > 0) return chosen
  say(invocation, words.nothingLeft({ batch: newest.id, file: newest.fileName }))
  return [newest]
}

async function goOn(session: Session, before: BatchView, options: ResumeOptions): Promise<Driven> {
  const { client, invocation } = session
  const { connection, id: batch } = before
  if (isAway(before)) say(invocation, handoverTexts.isElsewhere({ batch }))
  if (connection === null || !isUnfinished(before)) return { view: before, stopped: null }
  const taken = options.cancelQueued === true ? await cancelQueued(session, before) : null
  if (taken !== null && onTheWay(taken) === 0) return { view: taken, stopped: null }
  const key = await readKey(options.apiKeyFile, invocation.env)
  await changePlan(session, before, options)
  const view = await client.batches.get({ batch })
  const consent = createConsent({ yes: options.yes === true, confirm: options.confirm }, invocation)
  const sends = taken === null && sendsAtOnce(view, options)
  if (sends && view.states.queued + view.states.unconfirmed > 0) await consent.ask(view)
  await takeUpSettings(session, view, connection.id, options)
  await giveSecrets(session, connection.id, options)
  await client.connections.setKey({ id: connection.id, key })
  await orInterrupted(invocation.signal, testConnection(client, connection.id))
  // Statuses are read even if nothing is to be sent: the service answers normally again.
  if (sends) await liftOwnPauses(session, view, connection.id)
  else await liftOldPauses(client, connection.id)
  return guarded(session, batch, () =>
    driveBatch(followWith(session), batch, {
      until: options.until,
      consent,
      goOn: options.goOn === true,
      hold: taken !== null,
    }),
  )
}

/** A pause for all holds until somebody ends it: the accounts wait for that. */
async function liftOwnPauses({ client }: Session, { pauses }: BatchView, id: number): Promise<void> {
  for (const { supplier, forAll } of pauses)
    if (forAll !== true) await client.connections.resume({ id, supplier })
}

/** False if a stop or a hold point keeps everything back until a person continues: then no consent is needed. */
function sendsAtOnce(view: BatchView, options: ResumeOptions): boolean {
  if (options.goOn === true) return true
  if (view.sending.stop !== null) return false
  return !(waitsForRelease(view) && view.states.unconfirmed === 0)
}

/** Stops automatic releases of the batch too; otherwise the cancelled accounts would go with the next wave. */
async function cancelQueued(
  { client, invocation }: Session,
  { id: batch, sending }: BatchView,
): Promise<BatchView> {
  if (sending.plan.between !== 'ask')
    await client.batches.setPlan({ batch, plan: { ...sending.plan, between: 'ask' } })
  const { cancelled } = await client.batches.cancelQueued({ batch })
  say(invocation, words.cancelled({ accounts: cancelled, batch }))
  return client.batches.get({ batch })
}

async function changePlan(
  { client }: Session,
  { id: batch, sending }: BatchView,
  options: ResumeOptions,
): Promise<void> {
  const done = sending.waves.map(({ size, accounts }) => size ?? Math.max(1, accounts))
  const plan = planFrom(options, sending.plan, done)
  if (plan !== null) await client.batches.setPlan({ batch, plan })
}

/** Resumes with the settings of the original run plus those given now; the saved connection does not change. */
async function takeUpSettings(
  { client }: Session,
  { id: batch, runSettings }: BatchView,
  id: number,
  options: ResumeOptions,
): Promise<void> {
  const connection = (await client.connections.list()).find((one) => one.id === id)
  if (connection === undefined) return
  const changes = { ...runSettings, ...changesOfRun(connection.settings, options) }
  await client.batches.setRunSettings({ batch, changes })
  await client.connections.forRun({ id, changes })
}

function onTheWay({ states }: BatchView): number {
  return states.queued + states.sending + states.unconfirmed + states.processing
}

function isOnItsWay(view: BatchView): boolean {
  return !isAway(view) && (onTheWay(view) > 0 || (view.sending.waves.length > 0 && view.states.validated > 0))
}

/** In another data folder, or its project file is being written: nothing of it is sent from here. */
const isAway = ({ handover }: BatchView): boolean => handover !== null && handover.state !== 'here'

export function isUnfinished(view: BatchView): boolean {
  if (isAway(view)) return false
  const loading = view.stage === 'reading' || view.stage === 'building'
  return loading || view.states.unvalidated + view.states.validated > 0 || isOnItsWay(view)
}
