// The reader's own process when it is one of Electron's: one request by message, then the same as under Node. Electron
// ends it when the program ends.
import { z } from 'zod'
import { answerAndExit } from '../engine/reading/reader-answer.ts'

process.parentPort.once('message', ({ data }) => answerAndExit(z.string().parse(data)))
