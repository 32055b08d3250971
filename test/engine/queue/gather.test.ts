// Writes of one turn share a commit; a failing one harms nobody else.
import { expect, test } from 'vitest'
import { createGather } from '../../../electron/engine/queue/gather.ts'

function journal() {
  const committed: string[][] = []
  let open: string[] = []
  const gather = createGather((work) => {
    open = []
    work()
    committed.push(open)
  })
  return { committed, gather, note: (text: string) => () => void open.push(text) }
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
