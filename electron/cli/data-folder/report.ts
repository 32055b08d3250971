// Commands `report` and `batches`: show the content of a data folder. No request goes to the service.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { finish, makeReportFolder } from '../run/finish.ts'
import { needsYou, wavesInAll } from '../run/plan-words.ts'
import { isUnfinished } from '../run/resume.ts'
import { choiceOf, type ContentOptions } from './report-options.ts'
import { dataFolder, existingFolder, holdsData, sayIfReadable, withSession } from './session.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { spoken } from '../terminal/spoken.ts'
import { oneLine, print, say } from '../terminal/terminal.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { dataTexts } from '../texts/data.ts'

const words = dataTexts.folder

export type BatchesOptions = { readonly dataDir?: string; readonly json?: true }
export type ReportOptions = BatchesOptions & ContentOptions & { readonly out: string }

export async function reportCommand(
  batch: number,
  options: ReportOptions,
  invocation: Invocation,
): Promise<number> {
  const started = performance.now()
  const { out, json } = options
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async (session) => {
    const view = await session.client.batches.get({ batch })
    const choice = choiceOf(options, await session.client.report.choice({ batch }))
    if (choice !== null) await session.client.report.choose({ batch, choice })
    await makeReportFolder(out, session.folder)
    return finish(session, { view, stopped: null }, { started, until: 'done', out, json })
  })
}

export async function batchesCommand(options: BatchesOptions, invocation: Invocation): Promise<void> {
  const folder = dataFolder(options.dataDir, invocation.env)
  if (!holdsData(folder)) {
    say(invocation, dataTexts.folder.nothingYet({ folder }))
    return
  }
  await withSession(folder, invocation, async ({ client }) => {
    await sayIfReadable(client, invocation)
    const views = await client.batches.list()
    if (views.length === 0) say(invocation, words.noBatches)
    for (const view of views)
      await print(
        invocation,
        `${options.json === true ? JSON.stringify(spoken(view)) : linesOf(view).map(oneLine).join('\n')}\n`,
      )
  })
}

/** One line per batch, with its open tasks for a person below it. */
function linesOf(view: BatchView): string[] {
  const { id, fileName, createdAt } = view
  return [
    `${id}  ${fileName}  ${new Date(createdAt).toISOString()}  ${stateOf(view)}`,
    ...needsYou(view).map((need) => `   ${words.needsYou({ need })}`),
  ]
}

function stateOf(view: BatchView): string {
  if (view.stage === 'failed') return words.failed({ why: sentenceOf(view.failure?.message) ?? '' })
  const { accounts, outcomes, sending } = view
  const waves = wavesInAll(view)
  return [
    words.accounts({ accounts }),
    words.created({ accounts: outcomes.created ?? 0 }),
    sending.waves.length > 0 && waves > 1
      ? words.wavesReleased({ released: sending.waves.length, all: waves })
      : '',
    sending.stop === null ? '' : words.stopped,
    isUnfinished(view) ? words.unfinished : '',
    view.handover === null || view.handover.state === 'here' ? '' : words.handedOver,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
