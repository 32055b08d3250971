// What a stored status record of the service says, for people and reports: its own times, its last event and its error.
// The record is kept as it came; what cannot be read of it is null. Pure functions.
import { z } from 'zod'
import { statusRecord } from './service.ts'

export const recordFacts = z.object({
  /** As the service wrote them. */
  createdAt: z.string().nullable(),
  modifiedAt: z.string().nullable(),
  event: z.string().nullable(),
  eventAt: z.string().nullable(),
  error: z
    .object({
      code: z.string().nullable(),
      detail: z.string().nullable(),
      domain: z.string().nullable(),
    })
    .nullable(),
})
export type RecordFacts = z.infer<typeof recordFacts>

const nothing: RecordFacts = { createdAt: null, modifiedAt: null, event: null, eventAt: null, error: null }

/** `text`: as stored; a record that was too long to store whole says nothing here. */
export function readRecordFacts(text: string): RecordFacts {
  const read = statusRecord.safeParse(parsed(text))
  if (!read.success) return nothing
  const { created_at, modified_at, latest_event, latest_error } = read.data
  const error = latest_error ?? latest_event?.data ?? null
  return {
    createdAt: created_at ?? null,
    modifiedAt: modified_at ?? null,
    event: latest_event?.event ?? null,
    eventAt: latest_event?.occurred_at ?? null,
    error:
      error === null
        ? null
        : { code: error.code ?? null, detail: error.detail ?? null, domain: error.domain ?? null },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
