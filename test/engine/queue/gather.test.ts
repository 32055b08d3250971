// Writes of one turn share a commit; a failing one harms nobody else.
import { expect, test } from 'vitest'
import { createGather } from '../../../electron/engine/queue/gather.ts'

function journal() {
  const committed: string[][] = []
  const begun: string[] = []
  let open: string[] = []
  let next: string | null = null
  const gather = createGather(
    (work) => {
      open = []
      work()
      if (open.includes('the disk is full')) throw new Error('full')
      committed.push(open)
    },
    () => {
      if (next === null) return null
      const intent = next
      open.push(`intent ${intent}`)
      return {
        go: () => void begun.push(`${intent} after ${committed.length} commits`),
        drop: () => void begun.push(`${intent} dropped`),
      }
    },
  )
  return {
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
