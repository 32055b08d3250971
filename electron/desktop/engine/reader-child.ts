// Reader process under Electron: receives one request by message, then works as under Node. The parent ends it,
// because messages that a child has not delivered before its exit are lost.
import { z } from 'zod'
import { answerRequest } from '../../engine/import/process/reader-answer.ts'

process.parentPort.once('message', ({ data }) => void answerRequest(z.string().parse(data)))
