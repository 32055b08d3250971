// Writes of one turn share a commit; a failing one harms nobody else.
import { expect, test } from 'vitest'
import { createGather } from '../../../electron/engine/queue/gather.ts'
import { createFakeClock } from './fake-clock.ts'
import { settle } from './practice-conductor.ts'

function journal() {
  const committed: string[][] = []
  const begun: string[] = []
  let open: string[] = []
  let next: string | null = null
  const failures: unknown[] = []
  const clock = createFakeClock()
  const {
    now: gather,
    soon,
    hurry,
  } = createGather({
    clock,
    together: (work) => {
      open = []
      work()
      if (open.some((text) => text.endsWith('the disk is full'))) throw new Error('full')
      committed.push(open)
    },
    begin: () => {
      if (next === null) return null
      const intent = next
      open.push(`intent ${intent}`)
      return {
        go: () => void begun.push(`${intent} after ${committed.length} commits`),
        drop: () => void begun.push(`${intent} dropped`),
      }
    },
    failed: (error) => void failures.push(error),
  })
  return {
    clock,
    failures,
    soon,
    hurry,
    committed,
    begun,
    gather,
    note: (text: string) => () => void open.push(text),
    begins: (intent: string | null) => {
      next = intent
    },
  }
}

test('writes of one turn are one commit, and each is told after it', async () => {
  const { committed, gather, note } = journal()
  const told: number[] = []
  await Promise.all(['a', 'b', 'c'].map((text) => gather(note(text)).then(() => told.push(committed.length))))
  await gather(note('d'))
  expect(committed).toEqual([['a', 'b', 'c'], ['d']])
  expect(told).toEqual([1, 1, 1])
})

test('a write that fails is told so, and the others of its turn are committed', async () => {
  const { committed, gather, note } = journal()
  const fails = (): void => {
    throw new Error('no')
  }
  const ends = await Promise.allSettled([gather(note('a')), gather(fails), gather(note('b'))])
  expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(committed).toEqual([['a'], ['b']])
})

test('what begins next is written with the answers, and begins only after that commit', async () => {
  const { committed, begun, gather, note, begins } = journal()
  begins('c')
  await Promise.all([gather(note('a')), gather(note('b'))])
  expect(committed).toEqual([['a', 'b', 'intent c']])
  expect(begun).toEqual(['c after 1 commits'])
})

test('what was written in a commit that failed does not begin', async () => {
  const { committed, begun, gather, note, begins } = journal()
  begins('c')
  const ends = await Promise.allSettled([gather(note('a')), gather(note('the disk is full'))])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(begun).toEqual(['c dropped'])
  expect(committed).toEqual([['a']])
})

test('what nothing waits for stays a moment for company, and goes with whoever comes', async () => {
  const { clock, committed, gather, soon, note } = journal()
  const alone = soon(note('a'))
  await settle()
  expect(committed).toEqual([])
  clock.advance(10)
  await alone
  expect(committed).toEqual([['a']])

  await Promise.all([soon(note('b')), soon(note('c')), gather(note('d'))])
  expect(committed).toEqual([['a'], ['b', 'c', 'd']])
})

test('of those that wait for company a limited number waits', async () => {
  const { committed, soon, note } = journal()
  await Promise.all(Array.from({ length: 33 }, (_, at) => soon(note(`${at}`))))
  expect(committed.map((one) => one.length)).toEqual([33])
})

test('what begins next is written at once when it is asked for, and its failure is told where nobody else waits', async () => {
  const { committed, begun, failures, hurry, soon, note, begins } = journal()
  begins('b')
  const waits = soon(note('a'))
  hurry()
  await waits
  expect(committed).toEqual([['a', 'intent b']])
  expect(begun).toEqual(['b after 1 commits'])
  begins('the disk is full')
  hurry()
  await settle()
  expect(failures).toHaveLength(1)
})

test('writes that take long are shared out over turns, in their order, and each is told after its commit', async () => {
  const { clock, committed, gather, note } = journal()
  const long = (text: string) => () => {
    note(text)()
    clock.advance(30)
  }
  const told: string[] = []
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => gather(long(text)).then(() => told.push(text))))
  expect(committed).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(told).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('one that fails in a turn of long ones harms neither those before it nor those that are left for the next', async () => {
  const { clock, committed, gather, note } = journal()
  const long = (text: string) => () => {
    note(text)()
    clock.advance(30)
  }
  const ends = await Promise.allSettled(['a', 'the disk is full', 'c'].map((text) => gather(long(text))))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(committed).toEqual([['a'], ['c']])
})
