// Detects refusals that are about more than one account: the supplier is closed, the sign-in failed, or the same
// error holds for every account. The stable `code` decides, never the wording; the meaning of codes is configurable
// (service-answers.ts).
import { z } from 'zod'
import type { ClosedState, ServiceAnswers } from '../../../../shared/sending/service-answers.ts'
import { codedReply, supplierField, validationErrorItem } from '../../../../shared/sending/service.ts'
import type { Said } from '../../../../shared/texts/message.ts'

/** A code found anywhere in the reply, and the place that it names. */
export type RefusalWord = {
  readonly code: string
  readonly detail: string | null
  readonly domain: string | null
  /** Null: about the whole reply or the whole account. */
  readonly attr: string | null
}

export type Closed = { readonly state: ClosedState; readonly code: string; readonly detail: Said }

const inner = z.looseObject({ non_field_errors: z.union([codedReply, z.array(codedReply)]) })
const listed = z.looseObject({ errors: z.array(z.unknown()) })

/**
 * All codes of a refusal: of the reply, of its `non_field_errors` (the shape of section 7.3) and of its list of
 * errors.
 */
export function wordsOf(json: unknown): readonly RefusalWord[] {
  const words: RefusalWord[] = []
  const add = (given: z.infer<typeof codedReply>, attr: string | null, domain: string | null): void => {
    words.push({ code: given.code, detail: given.detail ?? null, domain: given.domain ?? domain, attr })
  }
  const topLevelReply = codedReply.safeParse(json)
  const domain = topLevelReply.success ? (topLevelReply.data.domain ?? null) : null
  if (topLevelReply.success) add(topLevelReply.data, null, null)
  const own = inner.safeParse(json)
  if (own.success) for (const one of [own.data.non_field_errors].flat()) add(one, null, domain)
  const list = listed.safeParse(json)
  for (const item of list.success ? list.data.errors : []) {
    const coded = codedReply.safeParse(item)
    const placed = validationErrorItem.safeParse(item)
    if (coded.success) add(coded.data, placed.success ? (placed.data.attr ?? null) : null, domain)
  }
  return words
}

/** The supplier's closed state, or null if nothing says that it takes no accounts. */
export function closedBy(status: number, json: unknown, answers: ServiceAnswers): Closed | null {
  if (!answers.closedStatuses.includes(status)) return null
  const { closedDomains: domains } = answers
  for (const { code, detail, domain, attr } of wordsOf(json)) {
    if (attr !== null && !namesNoField(attr)) continue
    if (domains.length > 0 && (domain === null || !domains.includes(domain))) continue
    const state = stateOf(code, answers)
    if (state !== null) return { state, code, detail: detail ?? '' }
  }
  return null
}

function stateOf(code: string, answers: ServiceAnswers): ClosedState | null {
  if (answers.completeCodes.includes(code)) return 'complete'
  if (answers.pausedCodes.includes(code)) return 'paused'
  return answers.closedCodes.includes(code) ? 'closed' : null
}

/**
 * A 401, or a JSON 403 whose code is about signing in or missing. `json` undefined: no JSON, so it comes from a
 * gateway.
 */
export function isSignIn(status: number, json: unknown, answers: ServiceAnswers): boolean {
  if (status === 401) return true
  if (status !== 403 || json === undefined) return false
  const words = wordsOf(json)
  return words.length === 0 || words.some(({ code }) => answers.signInCodes.includes(code))
}

/** True if an attr names no field of the account: none, the account, or the supplier. */
export function namesNoField(attr: string | null): boolean {
  return attr === null || attr === '' || attr === 'non_field_errors' || isSupplier(attr)
}

export function isSupplier(attr: string | null): boolean {
  return attr === supplierField || attr === `${supplierField}.non_field_errors`
}
