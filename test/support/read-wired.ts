// Reads files in this process, through the lines that the reader's process would send: most tests read a few rows, and a
// process takes a sixth of a second of processor time to start. process-reader.test.ts compares the two.
import { createWireParser, wireText } from '../../electron/engine/import/process/wire.ts'
import { readHere } from '../../electron/engine/import/read-here.ts'
import type { Reader } from '../../electron/engine/import/reader.ts'

export const readWired: Reader = async function* (path, options, signal) {
  const parse = createWireParser()
  for await (const read of readHere(path, options, signal))
    for (const message of parse(wireText(read))) if (message !== null) yield message
}
