// Puts the sections of a summary together, in their order.
import { countOf, thereOutcomes } from '../../../../shared/sending/states.ts'
import type { ReportBatch } from '../report-source.ts'
import { countSections } from './count-sections.ts'
import { sourceSections } from './source-sections.ts'
import type { Summary, SummaryInput } from './summary-model.ts'
import { time, type Words, wordsIn } from './summary-words.ts'

export function summaryOf(input: SummaryInput): Summary {
  const { batch, totals, format } = input
  const words = wordsIn(format)
  const { text } = words
  const { rows, accounts, outcomes } = totals
  return {
    language: format.language,
    title: text('report.title', { batch: batch.name }),
    over: text('report.over', { time: time(input.madeAt) }),
    environment: environmentOf(batch, words),
    heading: batch.name,
    lead: text('report.lead', { rows, accounts, there: countOf(outcomes, thereOutcomes) }),
    sections: [...countSections(totals, words), ...sourceSections(input, words)],
    note: text('report.created_note', { batch: batch.id, version: input.version }),
  }
}

function environmentOf({ connection }: ReportBatch, { text }: Words): Summary['environment'] {
  if (connection === null) return null
  const { environment } = connection
  return { kind: environment, label: text('report.environment', { environment }) }
}
