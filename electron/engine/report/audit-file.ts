// Audit file: one JSON line an account with its ending, its payloads with the cell of each value, and every validation and
// create request with the service's whole answer. For checking by programs what was sent and what came back. Its sentences
// are in the report's language, and every one names its code beside it, if it has one.
import { sentenceOf } from '../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../shared/texts/message-format.ts'
import { endingOfAccount } from './totals/ending-of-account.ts'
import { createPartFile, createTextSink, type PartFile, type TextSink } from './file-sink.ts'
import type { AccountEvidence, ReportAccount } from './report-source.ts'

export type AuditFile = Pick<TextSink, 'backlog' | 'flush' | 'finish'> & {
  readonly part: PartFile
  add(account: ReportAccount, evidence: AccountEvidence): void
}

export async function createAuditFile(path: string, format: MessageFormat): Promise<AuditFile> {
  const part = await createPartFile(path)
  const { add, ...sink } = createTextSink(part)
  return { part, ...sink, add: (account, evidence) => add(`${lineOf(account, evidence, format)}\n`) }
}

/** Payloads keep their digits: the text of each is put into the line as it was sent. */
function lineOf(
  account: ReportAccount,
  { record, payloads, validations, attempts }: AccountEvidence,
  format: MessageFormat,
): string {
  const { key, rows, supplier, wave, state, outcome, held, firstSentAt, doneAt } = account
  const { serviceStatus, platformIdentifier, existingAccountId } = account
  const facts = JSON.stringify({
    account: key,
    rows,
    supplier,
    wave,
    ending: endingOfAccount(account),
    state,
    outcome,
    held: held && { ...held, reason: sentenceOf(held.reason, format) },
    problems: account.problems.map(({ code, attr, columns, message, overruled }) => ({
      code,
      attr,
      columns,
      message: sentenceOf(message, format),
      leftToService: overruled,
    })),
    serviceStatus,
    platformIdentifier,
    existingAccountId,
    firstSentAt,
    doneAt,
    record,
    validations,
    attempts,
  })
  const built = payloads.map(
    ({ body, ...payload }) => `${JSON.stringify(payload).slice(0, -1)},"body":${body}}`,
  )
  return `${facts.slice(0, -1)},"payloads":[${built.join(',')}]}`
}
