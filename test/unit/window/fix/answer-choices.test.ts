// Tests accepting and skipping answers, one by one and by kind.
import { expect, it } from 'vitest'
import {
  noChoices,
  takeItem,
  takeKind,
  takenOf,
  toSend,
  choiceOf,
} from '../../../../renderer/accounts/answers/answer-choices.ts'
import { firstScope, scopeChoices, scopeOf } from '../../../../renderer/steps/fix/questions/ask-scope.ts'
import {
  type AnswerItem,
  type AnswerKind,
  answerKinds,
  type AnswerReview,
} from '../../../../shared/contract/fixing/questions.ts'

const item = (id: number, kind: AnswerKind, takes = kind === 'answered'): AnswerItem => ({
  id,
  kind,
  number: id,
  fileRow: id + 1,
  key: `K-${id}`,
  sheet: 'Sheet',
  row: id + 1,
  column: 'Col',
  cells: 1,
  asked: null,
  before: '',
  now: '',
  answer: 'x',
  after: 'x',
  answers: [],
  why: null,
  mayTake: true,
  takes,
})
const counts = {
  ...Object.fromEntries(answerKinds.map((kind) => [kind, 0])),
  answered: 5,
  edited: 3,
  twice: 2,
}
const review = { counts, takes: ['answered'] } as unknown as AnswerReview

it('answers that can be merged are taken and all others are skipped by default', () => {
  expect(takenOf(review, noChoices)).toBe(5)
  expect(choiceOf(item(1, 'answered'), noChoices).take).toBe(true)
  expect(choiceOf(item(2, 'edited'), noChoices).take).toBe(false)
  expect(choiceOf({ ...item(3, 'answered'), mayTake: false }, noChoices).take).toBe(false)
})

it('a choice for one answer overrides its kind, and a choice for the kind clears those of its answers', () => {
  const one = takeItem(takeItem(noChoices, item(1, 'answered'), false), item(6, 'edited'), true)
  expect([takenOf(review, one), takenOf(review, one, 'edited')]).toEqual([5, 1])
  const all = takeKind(one, 'edited', true)
  expect(takenOf(review, all)).toBe(7)
  expect(all.items.has(6)).toBe(false)
  const but = takeItem(all, item(7, 'edited'), false)
  expect(takenOf(review, but, 'edited')).toBe(2)
  expect(toSend(but)).toEqual([
    { of: 'edited', take: true },
    { of: 1, take: false },
    { of: 7, take: false },
  ])
})

it('of two answers to one question, the chosen one is sent', () => {
  const chosen = takeItem(noChoices, item(9, 'twice'), true, 1)
  expect(choiceOf(item(9, 'twice'), chosen)).toEqual({ take: true, answer: 1 })
  expect(toSend(chosen)).toEqual([{ of: 9, take: true, answer: 1 }])
  expect(takenOf(review, takeItem(chosen, item(9, 'twice'), false))).toBe(5)
})

it('the question pack defaults to the cause or the rows selected in the step', () => {
  const cause = { filter: { code: 'required', field: 'a.b', column: 3 }, sheet: 1, selected: [] }
  expect(firstScope(cause)).toBe('cause')
  expect(scopeOf('cause', cause)).toEqual({
    causes: [{ code: 'required', field: 'a.b', sheet: 1, column: 3 }],
  })
  expect(scopeChoices(cause).map(({ value }) => value)).toEqual(['cause', 'rows', 'all'])
  const some = { filter: {}, sheet: 0, selected: [4, 5] }
  expect([firstScope(some), scopeOf('selected', some)]).toEqual(['selected', { accounts: [4, 5] }])
  expect(scopeChoices(some).map(({ value }) => value)).toEqual(['selected', 'all'])
})
