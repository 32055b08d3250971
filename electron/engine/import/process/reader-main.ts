// The reader's own process when it is one of Node: one request on standard input. Standard input stays open while the
// parent lives; when it closes, this process ends.
import { createInterface } from 'node:readline'
import { answerRequest } from './reader-answer.ts'

const lines = createInterface({ input: process.stdin })
lines.once('line', (line) => {
  void answerRequest(line).finally(() => process.stdout.end(() => process.exit(0)))
})
lines.once('close', () => process.exit(0))
