// Command `repairs`: what a repaired fix file changes in its batch, and the one edit that applies it. No request goes to
// the service.
import { basename, resolve } from 'node:path'
import {
  type AnswerItem,
  type AnswerKind,
  answerKinds,
  type AnswerReview,
} from '../../../shared/contract/fixing/questions.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { saysYes } from '../terminal/agree.ts'
import { followBatch } from '../run/follow.ts'
import { followWith } from '../run/run.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { exitCodes, orInterrupted, refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { spoken } from '../terminal/spoken.ts'
import { oneLine, print, say } from '../terminal/terminal.ts'
import { formatCount } from '../terminal/words.ts'
import { dataTexts } from '../texts/data.ts'
import { type Client, existingFolder, type Session, withSession } from './session.ts'

const words = dataTexts.repairs

export type RepairsOptions = {
  readonly dataDir?: string
  readonly json?: true
  readonly yes?: true
}

/** Cells of one kind that are listed for people; `--json` has all. */
const mostListed = 20
const page = 500
/** What a person has to look at: it is not applied, or the file and the batch do not agree about it. */
const open: readonly AnswerKind[] = [
  'twice',
  'edited',
  'locked',
  'gone',
  'mixed_up',
  'foreign',
  'row_deleted',
]

export async function repairsCommand(
  given: string,
  options: RepairsOptions,
  invocation: Invocation,
): Promise<number> {
  const file = resolve(given)
  return withSession(existingFolder(options.dataDir, invocation.env), invocation, async (session) => {
    const { client } = session
    const found = await orInterrupted(invocation.signal, client.questions.batchOf({ path: file }))
    if (found === null) return refuse(words.notKnown({ file: basename(file) }))
    const { batch, name } = found
    const review = await orInterrupted(invocation.signal, readRepairs(client, batch, file))
    if (options.json !== true) await printReview(session, batch, name, review)
    const items = options.json === true ? await allItems(client, batch, review) : []
    const isAgreed = review.taken > 0 && (await agree(review, batch, options, invocation))
    const applied = isAgreed ? await apply(session, batch, review) : null
    if (options.json === true) {
      const { counts, unchanged, missing, ignored } = review
      const shown = {
        file: review.fileName,
        batch,
        name,
        counts,
        unchanged,
        missing,
        ignored,
        items,
        applied,
      }
      await print(invocation, `${JSON.stringify(spoken(shown))}\n`)
    }
    const isOpen = open.some((kind) => review.counts[kind] > 0) || (review.taken > 0 && applied === null)
    return isOpen ? exitCodes.attention : exitCodes.done
  })
}

async function readRepairs(client: Client, batch: number, path: string): Promise<AnswerReview> {
  for await (const step of await client.questions.read({ batch, path }))
    if (step.kind === 'review') return step.review
  throw new Error('Reading a fix file ended without a review.')
}

async function itemsOf(
  client: Client,
  batch: number,
  { version: expected }: AnswerReview,
  kind: AnswerKind,
  most: number,
): Promise<AnswerItem[]> {
  const items: AnswerItem[] = []
  while (items.length < most) {
    const limit = Math.min(page, most - items.length)
    const got = await client.questions.page({ batch, expected, kind, offset: items.length, limit })
    items.push(...got.items)
    if (items.length >= got.total || got.items.length === 0) break
  }
  return items
}

async function allItems(client: Client, batch: number, review: AnswerReview): Promise<unknown[]> {
  const items: AnswerItem[] = []
  for (const kind of answerKinds)
    if (review.counts[kind] > 0)
      items.push(...(await itemsOf(client, batch, review, kind, Number.POSITIVE_INFINITY)))
  return items.map(({ kind, fileRow, key, sheet, row, column, now, answer, after, answers, why, takes }) => ({
    kind,
    fileRow,
    key,
    sheet,
    row,
    column,
    now,
    repaired: answer,
    after,
    answers,
    why,
    takes,
  }))
}

async function printReview(
  { client, invocation }: Session,
  batch: number,
  name: string,
  review: AnswerReview,
): Promise<void> {
  const { fileName, pack, counts, unchanged, ignored } = review
  const at = new Date(pack.madeAt).toISOString()
  const lines = [words.of({ file: fileName, batch, name, at })]
  if (pack.readAt !== null) lines.push(words.appliedBefore({ at: new Date(pack.readAt).toISOString() }))
  for (const kind of answerKinds) {
    if (counts[kind] === 0) continue
    lines.push(words.kind({ kind, n: counts[kind], takes: review.takes.includes(kind) ? 'yes' : 'no' }))
    const items = await itemsOf(client, batch, review, kind, mostListed)
    lines.push(...items.map((item) => `   ${lineOf(item)}`))
    if (counts[kind] > items.length)
      lines.push(`   ${words.more({ more: formatCount(counts[kind] - items.length) })}`)
  }
  lines.push(words.unchanged({ n: unchanged }))
  lines.push(...ignored.first.map(({ header }) => sentenceOf(header)))
  await print(invocation, `${lines.map(oneLine).join('\n')}\n`)
}

function lineOf({ key, sheet, row, column, fileRow, now, answer, answers, why }: AnswerItem): string {
  const place = row === null ? words.rowInFile({ row: fileRow }) : [sheet, row, column].join(' ').trim()
  const texts =
    answers.length > 0 || column === null
      ? answer
      : words.change({ before: JSON.stringify(now ?? ''), after: JSON.stringify(answer) })
  return [key ?? '', place, texts, sentenceOf(why) ?? ''].filter((part) => part !== '').join('  ')
}

/** On a terminal a person is asked; without one only --yes applies. */
async function agree(
  review: AnswerReview,
  batch: number,
  options: RepairsOptions,
  invocation: Invocation,
): Promise<boolean> {
  if (options.yes === true) return true
  const question = words.question({ n: review.taken, batch })
  if (canAsk(invocation)) {
    if (saysYes(await ask(question, invocation))) return true
    say(invocation, words.nothingChanged)
    return false
  }
  say(invocation, words.needsYes({ n: review.taken }))
  return false
}

/** Ends once the accounts of the cells are built again. */
async function apply(session: Session, batch: number, review: AnswerReview) {
  const { client, invocation } = session
  const applied = await client.questions.apply({ batch, expected: review.version, choices: [] })
  await followBatch(
    followWith(session),
    batch,
    () => null,
    ({ stage, work }) => stage === 'failed' || (stage === 'open' && work === null),
  )
  say(invocation, words.applied(applied))
  return applied
}
