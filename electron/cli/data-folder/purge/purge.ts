// Command `purge`: which batches of a connection may be purged and which stay, and the purge itself when a person agrees.
// It waits until all of their data is gone. No request goes to the service.
import { setTimeout as wait } from 'node:timers/promises'
import type { PurgeCandidate, PurgedBatch } from '../../../../shared/contract/purge.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { connectPractice, practiceStorage } from '../../../engine/sending/connections/sandbox-connection.ts'
import { createSandbox } from '../../../sandbox/sandbox.ts'
import { agree } from '../../terminal/agree.ts'
import { exitCodes, interrupted, refuse } from '../../terminal/exit.ts'
import type { Invocation } from '../../terminal/invocation.ts'
import { spoken } from '../../terminal/spoken.ts'
import { oneLine, print, say } from '../../terminal/terminal.ts'
import { dataTexts } from '../../texts/data.ts'
import { type Client, existingFolder, type Session, withSession } from '../session.ts'

const words = dataTexts.purge

export type PurgeOptions = {
  readonly connection: string
  readonly olderThan?: number
  readonly withoutConnection?: true
  readonly dryRun?: true
  readonly yes?: true
  readonly dataDir?: string
  readonly json?: true
}
type Preview = Awaited<ReturnType<Client['purge']['preview']>>

/** What is left after this time is removed at the next start. */
const longestWaitMs = 10 * 60_000
const lookEveryMs = 100

export async function purgeCommand(options: PurgeOptions, invocation: Invocation): Promise<number> {
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async (session) => {
    const { client } = session
    const found = (await client.connections.list()).find(({ name }) => name === options.connection)
    if (found === undefined) return refuse(dataTexts.connections.unknown({ name: options.connection }))
    const asked = { connection: found.id, olderThanDays: options.olderThan ?? 0 }
    const all = await client.purge.preview(asked)
    const isAsked = ({ isConnected }: PurgeCandidate): boolean =>
      isConnected || options.withoutConnection === true
    const preview = { ...all, batches: all.batches.filter(isAsked) }
    const notAsked = all.batches.length - preview.batches.length
    const going = preview.batches.filter(({ stays }) => stays === null)
    if (options.json !== true) await printPreview(invocation, options.connection, preview, notAsked)
    const isAgreed = isAnything(preview) && (await agreesTo(going, options, invocation))
    const ended = isAgreed ? await purge(session, asked, going, preview.practice) : null
    const purged = ended?.batches ?? null
    if (options.json === true)
      await print(
        invocation,
        `${JSON.stringify(spoken({ connection: options.connection, ...preview, purged }))}\n`,
      )
    return exitCodeOf(preview, ended, options)
  })
}

/** Anything that would be removed. */
function isAnything(preview: Preview): boolean {
  const { batches, keptRepairs, backupsOfRemoved, setAside, uploads } = preview
  return (
    batches.some(({ stays }) => stays === null) || keptRepairs + backupsOfRemoved + setAside + uploads > 0
  )
}

function exitCodeOf(preview: Preview, ended: Ended | null, { dryRun }: PurgeOptions): number {
  const isKept = preview.batches.some(({ stays }) => stays !== null && stays.code !== 'recent')
  const isRefused = dryRun !== true && ended === null && isAnything(preview)
  return isKept || isRefused || ended?.isOver === false ? exitCodes.attention : exitCodes.done
}

async function printPreview(
  invocation: Invocation,
  connection: string,
  preview: Preview,
  notAsked: number,
): Promise<void> {
  const { batches, keptRepairs, backups, setAside, uploads, practice } = preview
  const lines = batches.map((one) =>
    one.stays === null
      ? words.goes({
          batch: one.batch,
          name: one.name,
          rows: one.rows,
          accounts: one.accounts,
          unreleased: one.unreleased,
        })
      : words.stays({ batch: one.batch, name: one.name, why: sentenceOf(one.stays.message) }),
  )
  if (batches.length === 0) lines.push(words.none({ connection }))
  if (keptRepairs > 0) lines.push(words.keptRepairs({ repairs: keptRepairs }))
  if (isAnything(preview)) lines.push(words.also({ backups, copies: setAside, uploads }))
  if (practice) lines.push(words.practice)
  if (notAsked > 0) lines.push(words.notAsked({ batches: notAsked }))
  await print(invocation, `${lines.map(oneLine).join('\n')}\n`)
}

async function agreesTo(
  going: readonly PurgeCandidate[],
  options: PurgeOptions,
  invocation: Invocation,
): Promise<boolean> {
  const { dryRun, connection } = options
  if (dryRun === true) return false
  const accounts = going.reduce((sum, one) => sum + one.accounts, 0)
  const question = words.question({ batches: going.length, accounts, connection })
  return agree(invocation, question, options, { ...words, nothingDone: words.nothingPurged })
}

/** `isOver`: everything is gone. */
type Ended = { readonly batches: readonly PurgedBatch[]; readonly isOver: boolean }

/** Ends once all data is gone. The practice service runs meanwhile, so that it forgets its accounts. */
async function purge(
  session: Session,
  asked: { readonly connection: number; readonly olderThanDays: number },
  going: readonly PurgeCandidate[],
  isPractice: boolean,
): Promise<Ended> {
  const { client, invocation } = session
  const sandbox = isPractice ? await createSandbox(practiceStorage(session.folder)) : null
  try {
    if (sandbox !== null) await connectPractice(session, sandbox)
    const batches = going.map(({ batch }) => batch)
    const { begun, job } = await client.purge.start({ ...asked, batches })
    const isOver = job === null || (await isOverInTime(session, job))
    const purged = (await client.purge.purged()).filter(({ batch }) => begun.includes(batch))
    say(invocation, endWords(purged.length, job, isOver))
    return { batches: purged, isOver }
  } finally {
    await sandbox?.close()
  }
}

function endWords(batches: number, job: number | null, isOver: boolean): string {
  if (job === null) return words.nothingPurged
  return isOver ? words.purged({ batches }) : words.goesOn({ batches })
}

async function isOverInTime({ client, invocation }: Session, job: number): Promise<boolean> {
  const until = performance.now() + longestWaitMs
  while (!(await client.purge.isOver({ job }))) {
    if (performance.now() > until) return false
    if (invocation.signal.aborted) throw interrupted()
    await wait(lookEveryMs)
  }
  return true
}
