// Classifies every answer, so that a person can decide about each: ready to merge, refused by our own check, or
// edited, sent, lost or answered twice meanwhile. Nothing is changed. Rows are read in pieces, and the window's
// thread is free between pieces.
import { yieldToEventLoop } from '../../../system/yield.ts'
import type { AnswerKind } from '../../../../../shared/contract/fixing/questions.ts'
import { lockOf } from '../../../accounts/editing.ts'
import type { StoredQuestion } from '../../../store/fixing/questions.ts'
import type { Store } from '../../../store/store.ts'
import { type Placed, placeRows } from './answer-rows.ts'
import { answerText } from './answer-text.ts'
import type { AskCompiledMapping, AskColumn } from '../ask-columns.ts'
import { blankDraft, type Draft, finishDrafts, groupBySaid, shownOf, type ValidatedItem } from '../drafts.ts'
import { findCells, type FoundTarget } from '../find-cells.ts'
import type { FoundPack } from '../find-pack.ts'
import { isNoAnswer } from '../pack-layout.ts'
import type { AnswerRow, ReturnedFile } from '../read-pack.ts'
import { commaList } from '../../../../../shared/texts/join.ts'
import { message, type Message } from '../../../../../shared/texts/create-message.ts'

const pieceOfQuestions = 200

export type Validated = {
  readonly items: readonly ValidatedItem[]
  readonly ignored: Placed['ignored']
  /** Questions without a row in the file. */
  readonly missing: number
  /** Of a fix file: cells that are as they were written. */
  readonly unchanged?: number
}

/** Null if the signal was aborted. */
export async function reviewAnswers(
  store: Store,
  compiledMapping: AskCompiledMapping,
  found: FoundPack,
  file: ReturnedFile,
  signal: AbortSignal,
  looked: (done: number, of: number) => void,
): Promise<Validated | null> {
  const { pack, questions } = found
  const placed = await placeRows(file, found)
  const sameVersion = pack.batch === compiledMapping.batch.id
  const drafts: Draft[] = placed.strange.map(strangeDraft)
  let done = 0
  for (const [number, rows] of placed.byNumber) {
    const question = questions.get(number)
    if (question === undefined) continue
    const cells = findCells(
      store,
      compiledMapping,
      question,
      store.questions.cells(pack.id, number),
      sameVersion,
    )
    drafts.push(...validateQuestion(question, rows, cells, sameVersion))
    done += 1
    if (done % pieceOfQuestions === 0) {
      looked(done, placed.byNumber.size)
      await yieldToEventLoop()
      if (signal.aborted) return null
    }
  }
  const items = await finishDrafts(store, compiledMapping, drafts, { signal, looked, takesRefused: false })
  if (items === null) return null
  const there = new Set([...placed.byNumber.keys(), ...placed.strange.flatMap(({ number }) => number ?? [])])
  const missing = [...questions.keys()].filter((number) => !there.has(number)).length
  return { items, ignored: placed.ignored, missing }
}

function strangeDraft({ kind, row, number, why }: Placed['strange'][number]): Draft {
  return {
    ...blankDraft(kind, row.fileRow),
    number,
    key: row.said.key,
    sheet: row.said.sheet,
    column: row.said.column,
    asked: row.said.asked,
    answer: row.answer,
    cells: 0,
    why: message('questions.not_merged', { why }),
  }
}

/** Classifies the question's cells. */
function validateQuestion(
  question: StoredQuestion,
  rows: readonly AnswerRow[],
  { column, targets, lost }: ReturnType<typeof findCells>,
  sameVersion: boolean,
): Draft[] {
  const filled = rows.filter((row) => row.answer.trim() !== '')
  const [row] = filled.length > 0 ? filled : rows
  if (row === undefined) return []
  const base: Draft = {
    ...blankDraft('blank', row.fileRow),
    number: question.number,
    key: question.who,
    sheet: question.sheet,
    column: question.column,
    asked: question.asked,
    before: question.text,
    answer: row.answer,
  }
  if (filled.length === 0) return [{ ...base, ...shownOf(targets), cells: targets.length + lost.length }]
  const given = new Map(filled.map((one) => [answerText(one, column).text, one]))
  // The answer was already chosen, from this file or by hand.
  const chosen = ({ text }: FoundTarget): boolean => given.has(text) && text !== question.text
  if (given.size > 1 && targets.length > 0 && targets.every(chosen))
    return [{ ...base, ...shownOf(targets), kind: 'already', cells: targets.length }]
  if (given.size > 1) return [twiceDraft(base, given, column, targets)]
  const { text: after, empty } = answerText(row, column)
  const of = (kind: AnswerKind, some: readonly FoundTarget[], more: Partial<Draft> = {}): Draft[] =>
    some.length === 0
      ? []
      : [{ ...base, ...shownOf(some), kind, cells: some.length, targets: some, after, ...more }]
  const kinds = Map.groupBy(targets, (target) => kindOf(target, question, after, empty, row.answer))
  const some = (kind: AnswerKind): readonly FoundTarget[] => kinds.get(kind) ?? []
  const wish = empty ? message('questions.will_be_empty') : null
  return [
    ...of('answered', some('answered'), { mayTake: true, takes: true, why: wish }),
    ...of('already', some('already')),
    ...of('unchanged', some('unchanged')),
    ...of('no_answer', some('no_answer'), {
      mayTake: true,
      after: '',
      why: message('questions.perhaps_empty', { answer: row.answer.trim() }),
    }),
    ...of('edited', some('edited'), {
      mayTake: true,
      why: sameVersion ? message('questions.edited_here') : message('questions.changed_in_version'),
    }),
    ...groupBySaid(some('locked'), lockWords).flatMap(([why, them]) =>
      of('locked', them, { after: null, why }),
    ),
    ...groupBySaid(lost, ({ why }) => why).map(
      ([why, them]): Draft => ({ ...base, kind: 'gone', cells: them.length, why }),
    ),
  ]
}

function kindOf(
  target: FoundTarget,
  question: StoredQuestion,
  after: string,
  empty: boolean,
  answer: string,
): AnswerKind {
  if (target.text === after) return after === question.text ? 'unchanged' : 'already'
  if (after === question.text && !empty) return 'unchanged'
  if (lockOf(target) !== null || target.column.ties) return 'locked'
  if (!empty && isNoAnswer(answer) && !target.column.choices.includes(after)) return 'no_answer'
  return target.text === question.text ? 'answered' : 'edited'
}

function lockWords(target: FoundTarget): Message {
  const why = lockOf(target)
  return why === null
    ? message('questions.column_ties')
    : message('accounts.not_editable', { key: target.key, why })
}

function twiceDraft(
  base: Draft,
  given: ReadonlyMap<string, AnswerRow>,
  column: AskColumn | null,
  targets: readonly FoundTarget[],
): Draft {
  const open = targets.filter((target) => lockOf(target) === null && !target.column.ties)
  const answers = [...given.values()].map((row) => ({
    fileRow: row.fileRow,
    text: answerText(row, column).text,
  }))
  const said = answers.map(({ fileRow, text }) =>
    message('questions.row_says', {
      row: fileRow,
      text: text === '' ? message('questions.leave_empty') : text,
    }),
  )
  return {
    ...base,
    ...shownOf(targets),
    kind: 'twice',
    cells: targets.length,
    targets: open,
    after: null,
    answers,
    mayTake: open.length > 0,
    why: message('questions.answered_twice', { n: answers.length, answers: commaList(said) }),
  }
}
