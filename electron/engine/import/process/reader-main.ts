// Entry point of the reader process under Node: one request on standard input. The parent keeps standard input open
// while it lives; when it closes, this process exits.
import { createInterface } from 'node:readline'
import { answerRequest } from './reader-answer.ts'

const lines = createInterface({ input: process.stdin })
lines.once('line', (line) => {
  void answerRequest(line).finally(() => process.stdout.end(() => process.exit(0)))
})
lines.once('close', () => process.exit(0))
