// Tests the group commit of attempts and answers: what is written together, and when.
import { expect, test } from 'vitest'
import { createGroupCommit } from '../../../electron/engine/sending/group-commit.ts'
import { createFakeClock } from './fake-clock.ts'
import { finish } from './practice-scheduler.ts'

function journal() {
  const committed: string[][] = []
  const begun: string[] = []
  let open: string[] = []
  let next: string | null = null
  const failures: unknown[] = []
  const clock = createFakeClock()
  const {
    now: collect,
    soon,
    hurry,
    withIntents,
  } = createGroupCommit({
    clock,
    together: (work) => {
      open = []
      work()
      if (open.some((text) => text.endsWith('the disk is full'))) throw new Error('full')
      committed.push(open)
    },
    committed: () => undefined,
    failed: (error) => void failures.push(error),
  })
  withIntents(() => {
    if (next === null) return null
    const intent = next
    open.push(`intent ${intent}`)
    return {
      go: () => void begun.push(`${intent} after ${committed.length} commits`),
      drop: () => void begun.push(`${intent} dropped`),
    }
  })
  return {
    clock,
    failures,
    soon,
    hurry,
    committed,
    begun,
    collect,
    note: (text: string) => () => void open.push(text),
    begins: (intent: string | null) => {
      next = intent
    },
  }
}

test('writes of one turn are one commit, and each is reported after it', async () => {
  const { committed, collect, note } = journal()
  const reported: number[] = []
  await Promise.all(
    ['a', 'b', 'c'].map((text) => collect(note(text)).then(() => reported.push(committed.length))),
  )
  await collect(note('d'))
  expect(committed).toEqual([['a', 'b', 'c'], ['d']])
  expect(reported).toEqual([1, 1, 1])
})

test('a failing write rejects, and the other writes of its group are committed', async () => {
  const { committed, collect, note } = journal()
  const fails = (): void => {
    throw new Error('no')
  }
  const ends = await Promise.allSettled([collect(note('a')), collect(fails), collect(note('b'))])
  expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(committed).toEqual([['a'], ['b']])
})

test('the next attempts are written with the answers, and begins only after that commit', async () => {
  const { committed, begun, collect, note, begins } = journal()
  begins('c')
  await Promise.all([collect(note('a')), collect(note('b'))])
  expect(committed).toEqual([['a', 'b', 'intent c']])
  expect(begun).toEqual(['c after 1 commits'])
})

test('attempts of a failed commit do not start', async () => {
  const { committed, begun, collect, note, begins } = journal()
  begins('c')
  const ends = await Promise.allSettled([collect(note('a')), collect(note('the disk is full'))])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(begun).toEqual(['c dropped'])
  expect(committed).toEqual([['a']])
})

test('writes that nothing waits for are delayed to share a commit, and goes with whoever comes', async () => {
  const { clock, committed, collect, soon, note } = journal()
  const alone = soon(note('a'))
  await finish()
  expect(committed).toEqual([])
  clock.advance(10)
  await alone
  expect(committed).toEqual([['a']])

  await Promise.all([soon(note('b')), soon(note('c')), collect(note('d'))])
  expect(committed).toEqual([['a'], ['b', 'c', 'd']])
})

test('of those that wait for company a limited number waits', async () => {
  const { committed, soon, note } = journal()
  await Promise.all(Array.from({ length: 33 }, (_, at) => soon(note(`${at}`))))
  expect(committed.map((one) => one.length)).toEqual([33])
})

test('the next attempts are written at once when requested, and its failure is reported where nobody else waits', async () => {
  const { committed, begun, failures, hurry, soon, note, begins } = journal()
  begins('b')
  const waits = soon(note('a'))
  hurry()
  await waits
  expect(committed).toEqual([['a', 'intent b']])
  expect(begun).toEqual(['b after 1 commits'])
  begins('the disk is full')
  hurry()
  await finish()
  expect(failures).toHaveLength(1)
})

test('writes that take long are shared out over turns, in their order, and each is reported after its commit', async () => {
  const { clock, committed, collect, note } = journal()
  const long = (text: string) => () => {
    note(text)()
    clock.advance(30)
  }
  const reported: string[] = []
  await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((text) => collect(long(text)).then(() => reported.push(text))),
  )
  expect(committed).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(reported).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('one that fails in a turn of long ones harms neither those before it nor those that are left for the next', async () => {
  const { clock, committed, collect, note } = journal()
  const long = (text: string) => () => {
    note(text)()
    clock.advance(30)
  }
  const ends = await Promise.allSettled(['a', 'the disk is full', 'c'].map((text) => collect(long(text))))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(committed).toEqual([['a'], ['c']])
})
