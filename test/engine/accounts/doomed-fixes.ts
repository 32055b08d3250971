// Program that changes twenty thousand cells at a time, undoes and redoes without end, and waits to be killed: `node
// doomed-fixes.ts FOLDER BATCH SEED`. It prints `begin` before and `end` after each change.
import { writeSync } from 'node:fs'
import { engineIn } from '../api/bare-engine.ts'
import { doomedColumns, randomFrom, textOf } from './doomed-columns.ts'

const [folder = '', batchText = '', seed = ''] = process.argv.slice(2)
const batch = Number(batchText)
const random = randomFrom(Number(seed))
const { edits, fixes } = (await engineIn(folder)).client
const scope = { sheet: 0, columns: [...doomedColumns], rows: { filter: {} } }

// Writes synchronously, so that a kill loses no line.
const say = (word: string): void => void writeSync(1, `${word}\n`)

for (;;) {
  const dice = random()
  say('begin')
  if (dice < 0.3) await edits.undo({ batch })
  else if (dice < 0.5) await edits.redo({ batch })
  else {
    const words = textOf(Math.floor(random() * 1_000_000))
    const fix = { kind: 'set', text: words } as const
    await fixes.apply({ batch, fix, scope, words })
  }
  say('end')
}
