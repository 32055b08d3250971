// Classifies every answer, so that a person can decide about each: ready to merge, refused by our own check, or
// edited, sent, lost or answered twice meanwhile. Nothing is changed. Rows are read in pieces, and the window's
// thread is free between pieces.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { AnswerItem, AnswerKind } from '../../../../shared/contract/fixing/questions.ts'
import { lockOf } from '../../accounts/editing.ts'
import type { StoredQuestion } from '../../store/fixing/questions.ts'
import type { Store } from '../../store/store.ts'
import { type Placed, placeRows } from './answer-rows.ts'
import { answerText } from './answer-text.ts'
import type { AskCompiledMapping, AskColumn } from './ask-columns.ts'
import { type AnswerCell, cellName, checkAnswers } from './check-answers.ts'
import { findCells, type Target } from './find-cells.ts'
import type { FoundPack } from './find-pack.ts'
import { isNoAnswer } from './pack-layout.ts'
import type { AnswerRow, ReturnedFile } from './read-pack.ts'
import { sentences, commaList } from '../../../../shared/texts/join.ts'
import type { Said } from '../../../../shared/texts/message.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

const pieceOfQuestions = 200

/** An item with its cells. */
export type ValidatedItem = AnswerItem & { readonly targets: readonly Target[] }
export type Validated = {
  readonly items: readonly ValidatedItem[]
  readonly ignored: Placed['ignored']
  /** Questions without a row in the file. */
  readonly missing: number
}

type Draft = Omit<ValidatedItem, 'id'>

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
  const asked = await inPieces(drafts, (draft) => cellsToCheck(draft, compiledMapping))
  const said = await checkAnswers(store, compiledMapping, asked, signal, looked)
  if (said === null) return null
  const checked = await inPieces(drafts, (draft) => checkedDrafts(draft, said))
  checked.sort((one, other) => one.fileRow - other.fileRow)
  let id = 0
  const items = await inPieces(checked, (draft) => [{ ...draft, id: id++ }])
  const there = new Set([...placed.byNumber.keys(), ...placed.strange.flatMap(({ number }) => number ?? [])])
  const missing = [...questions.keys()].filter((number) => !there.has(number)).length
  return { items, ignored: placed.ignored, missing }
}

/** Asynchronous flatMap that yields the window's thread between pieces. */
async function inPieces<T, U>(all: readonly T[], make: (one: T) => readonly U[]): Promise<U[]> {
  const made: U[] = []
  for (const [at, one] of all.entries()) {
    if (at % (5 * pieceOfQuestions) === 0) await yieldToEventLoop()
    made.push(...make(one))
  }
  return made
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

function blankDraft(kind: AnswerKind, fileRow: number): Draft {
  return {
    kind,
    number: null,
    fileRow,
    key: null,
    sheet: null,
    row: null,
    column: null,
    cells: 0,
    asked: null,
    before: null,
    now: null,
    answer: '',
    after: null,
    answers: [],
    why: null,
    mayTake: false,
    takes: false,
    targets: [],
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
  const chosen = ({ text }: Target): boolean => given.has(text) && text !== question.text
  if (given.size > 1 && targets.length > 0 && targets.every(chosen))
    return [{ ...base, ...shownOf(targets), kind: 'already', cells: targets.length }]
  if (given.size > 1) return [twiceDraft(base, given, column, targets)]
  const { text: after, empty } = answerText(row, column)
  const of = (kind: AnswerKind, some: readonly Target[], more: Partial<Draft> = {}): Draft[] =>
    some.length === 0
      ? []
      : [{ ...base, ...shownOf(some), kind, cells: some.length, targets: some, after, ...more }]
  const kinds = Map.groupBy(targets, (target) => kindOf(target, question, after, empty, row.answer))
  const some = (kind: AnswerKind): readonly Target[] => kinds.get(kind) ?? []
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
  target: Target,
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

function lockWords(target: Target): Message {
  const why = lockOf(target)
  return why === null
    ? message('questions.column_ties')
    : message('accounts.not_editable', { key: target.key, why })
}

function shownOf(targets: readonly Target[]): Pick<Draft, 'sheet' | 'row' | 'now' | 'column'> | object {
  const [first] = targets
  if (first === undefined) return {}
  const { column, row, text } = first
  return { sheet: column.sheet.info.name, column: column.name, row, now: text }
}

function twiceDraft(
  base: Draft,
  given: ReadonlyMap<string, AnswerRow>,
  column: AskColumn | null,
  targets: readonly Target[],
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

function cellsToCheck(draft: Draft, compiledMapping: AskCompiledMapping): AnswerCell[] {
  const { kind, after } = draft
  if (after === null || (kind !== 'answered' && kind !== 'edited')) return []
  return draft.targets.map(({ account, row, column }) => {
    const sheet =
      compiledMapping.sheets.find((one) => one.position === column.sheet.position)?.info.name ?? ''
    return { account, sheet, row, col: column.index, text: after }
  })
}

/** Separates answered cells that our own check refuses; other answers carry the check's message. */
function checkedDrafts(draft: Draft, found: ReadonlyMap<string, readonly Said[]>): Draft[] {
  const against = ({ column, row }: Target): Said | null => {
    const [first, ...others] = found.get(cellName(column.sheet.info.name, row, column.name)) ?? []
    return first === undefined ? null : sentences(first, ...others)
  }
  if (draft.kind === 'edited') {
    const wrong = draft.targets.map(against).find((sentence) => sentence !== null)
    return [
      wrong === undefined
        ? draft
        : {
            ...draft,
            why: draft.why === null ? wrong : sentences(draft.why, wrong),
          },
    ]
  }
  if (draft.kind !== 'answered') return [draft]
  return groupBySaid(draft.targets, against).map(([why, targets]) =>
    why === null
      ? { ...draft, ...shownOf(targets), targets, cells: targets.length }
      : {
          ...draft,
          ...shownOf(targets),
          kind: isChoiceMissed(draft.after, targets) ? 'not_choice' : 'refused',
          targets,
          cells: targets.length,
          takes: false,
          why,
        },
  )
}

/** Groups with the same sentence, in the order of their first items. */
function groupBySaid<Item, Words extends Said | null>(
  items: readonly Item[],
  wordsOf: (item: Item) => Words,
): (readonly [Words, Item[]])[] {
  const groups = new Map<string, readonly [Words, Item[]]>()
  for (const item of items) {
    const words = wordsOf(item)
    const name = JSON.stringify(words)
    const known = groups.get(name)
    if (known === undefined) groups.set(name, [words, [item]])
    else known[1].push(item)
  }
  return [...groups.values()]
}

function isChoiceMissed(after: string | null, targets: readonly Target[]): boolean {
  const choices = targets[0]?.column.choices ?? []
  return after !== null && after !== '' && choices.length > 0 && !choices.includes(after)
}
