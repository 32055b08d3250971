// The reader's own process when it is one of Electron's: one request by message, then the same as under Node. It waits
// to be ended by its parent, because what a child has not handed over when it exits is lost.
import { z } from 'zod'
import { answerRequest } from '../engine/import/process/reader-answer.ts'

process.parentPort.once('message', ({ data }) => void answerRequest(z.string().parse(data)))
