// Drafts of the items of a review: they are checked by our own rules with all their texts in the cells, and numbered in
// the order of the file. Answers of question packs and repairs of fix files share them.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { AnswerItem, AnswerKind } from '../../../../shared/contract/fixing/questions.ts'
import type { Store } from '../../store/store.ts'
import type { AskCompiledMapping } from './ask-columns.ts'
import { type AnswerCell, cellName, checkAnswers } from './answers/check-answers.ts'
import type { Target } from './find-cells.ts'
import { sentences } from '../../../../shared/texts/join.ts'
import type { Said } from '../../../../shared/texts/message.ts'

const pieceOfDrafts = 1_000

/** An item with its cells. */
export type ValidatedItem = AnswerItem & { readonly targets: readonly Target[] }
export type Draft = Omit<ValidatedItem, 'id'>

type Checking = {
  readonly signal: AbortSignal
  readonly looked: (done: number, of: number) => void
  /** What our own checks refuse too is used unless a person skips it. */
  readonly takesRefused: boolean
}

/** Null if the signal was aborted. */
export async function finishDrafts(
  store: Store,
  compiledMapping: AskCompiledMapping,
  drafts: readonly Draft[],
  { signal, looked, takesRefused }: Checking,
): Promise<ValidatedItem[] | null> {
  const asked = await inPieces(drafts, (draft) => cellsToCheck(draft, compiledMapping))
  const said = await checkAnswers(store, compiledMapping, asked, signal, looked)
  if (said === null) return null
  const checked = await inPieces(drafts, (draft) => checkedDrafts(draft, said, takesRefused))
  checked.sort((one, other) => one.fileRow - other.fileRow)
  let id = 0
  return inPieces(checked, (draft) => [{ ...draft, id: id++ }])
}

/** Asynchronous flatMap that yields the window's thread between pieces. */
export async function inPieces<T, U>(all: readonly T[], make: (one: T) => readonly U[]): Promise<U[]> {
  const made: U[] = []
  for (const [at, one] of all.entries()) {
    if (at % pieceOfDrafts === 0) await yieldToEventLoop()
    made.push(...make(one))
  }
  return made
}

export function blankDraft(kind: AnswerKind, fileRow: number): Draft {
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

export function shownOf(
  targets: readonly Target[],
): Pick<Draft, 'sheet' | 'row' | 'now' | 'column'> | object {
  const [first] = targets
  if (first === undefined) return {}
  const { column, row, text } = first
  return { sheet: column.sheet.info.name, column: column.name, row, now: text }
}

function cellsToCheck(draft: Draft, compiledMapping: AskCompiledMapping): AnswerCell[] {
  const { kind, after } = draft
  if (after === null || (kind !== 'answered' && kind !== 'edited')) return []
  return draft.targets.flatMap(({ account, row, column }) => {
    const sheet =
      compiledMapping.sheets.find((one) => one.position === column.sheet.position)?.info.name ?? ''
    return account === null ? [] : [{ account, sheet, row, col: column.index, text: after }]
  })
}

/** Separates answered cells that our own check refuses; other answers carry the check's message. */
function checkedDrafts(
  draft: Draft,
  found: ReadonlyMap<string, readonly Said[]>,
  takesRefused: boolean,
): Draft[] {
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
          takes: takesRefused,
          why,
        },
  )
}

/** Groups with the same sentence, in the order of their first items. */
export function groupBySaid<Item, Words extends Said | null>(
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
