// What holds for all desktops of a team now, as an answer to a heartbeat says it, and the sentences for it. What a newer
// desktop says and this one does not understand still holds: only its sentence is shorter.
import { z } from 'zod'
import { quietHours } from '../../../../shared/sending/quiet-hours.ts'
import { closedStates } from '../../../../shared/sending/service-answers.ts'
import { stopReasons } from '../../../../shared/sending/wave-plan.ts'
import { message, type Message } from '../../../../shared/texts/message.ts'
import { messageOf } from '../../api/views/wave-views.ts'
import type { PauseEntry } from '../../sending/request-context.ts'
import { closedPause } from '../../sending/waves/supplier-pauses.ts'

export const instant = z.string().transform((text) => Date.parse(text))

const code = z.string().nullable()
/** Of a supplier that the service says is closed. The service's own words are not shared: they may be about an account. */
const closedDetail = z.object({ state: z.enum(closedStates), code: z.string() })
export type ClosedDetail = z.infer<typeof closedDetail>
/** Of a brake that tripped: the batch's name, and the figures of its stop. */
const brakeDetail = z.object({
  batch: z.string(),
  wave: z.number().nullable(),
  cause: z.enum(stopReasons),
  code,
  answers: z.number(),
  wrong: z.number(),
  times: z.number().nullable(),
})
type BrakeDetail = z.infer<typeof brakeDetail>

/** person: somebody paused it; closed: the service takes no accounts of the supplier; brake: one that is for all tripped. */
export const pauseKinds = ['person', 'closed', 'brake'] as const

export type PauseKind = (typeof pauseKinds)[number]
export type AnnouncedDetail = BrakeDetail | ClosedDetail

export const pauseForAll = z.object({
  service: z.string(),
  /** Empty: the whole service. */
  supplier: z.string(),
  member: z.string(),
  /** Where the batch or the person was; empty: not known. */
  machine: z.string(),
  kind: z.enum(pauseKinds).catch('person'),
  detail: z.unknown(),
  /** A person's words. */
  reason: z.string(),
  since: instant,
})
export type PauseForAll = z.infer<typeof pauseForAll>

export const quietForAll = z.object({
  service: z.string(),
  hours: z.array(quietHours).catch([]),
  timeZone: z.string(),
  member: z.string(),
  since: instant,
})
/** Quiet hours of a service for all, by the clock of a time zone. */
export type QuietForAll = z.infer<typeof quietForAll>

/** Fields of an answer to a heartbeat; `at`: the server's clock. */
export const forAllNow = { at: instant, pauses: z.array(pauseForAll), quiet: z.array(quietForAll) } as const

/** As it is stored at the connections here: the reason, the code and the sentence. */
export function pauseEntryOf(pause: PauseForAll): Omit<PauseEntry, 'supplier' | 'forAll'> {
  const { supplier, kind, member } = pause
  const closed = kind === 'closed' ? closedDetail.safeParse(pause.detail) : null
  if (closed?.success !== true) return { reason: 'team', code: null, message: whyPaused(pause) }
  const { reason, code: named, message: why } = closedPause(supplier, { ...closed.data, detail: '' })
  return { reason, code: named, message: message('team.closed_by', { member, why }) }
}

function whyPaused({ kind, member, machine, detail, reason }: PauseForAll): Message {
  const brake = kind === 'brake' ? brakeDetail.safeParse(detail) : null
  if (brake?.success === true) {
    const { batch, cause, wave, code: named, ...figures } = brake.data
    const why = messageOf(
      { reason: cause, wave, code: named, at: 0, detail: { ...figures, account: null } },
      null,
    )
    return message('team.braked_by', { batch, member, machine, why })
  }
  return message('team.paused_by', {
    member,
    reason: reason === '' ? 'empty' : 'given',
    // The sentence has its own full stop.
    words: reason.replace(/[.\s]+$/, ''),
  })
}
