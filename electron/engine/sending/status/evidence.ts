// What is kept of a status record as evidence: its text as it came, and when by our clock.
import type { ServiceAnswer } from '../../store/accounts/account-row.ts'
import type { Moment } from '../decisions/decide-create.ts'
import type { StatusAnswer } from '../service-client/service-client.ts'

type Found = Extract<StatusAnswer, { kind: 'record' }>

export function evidenceOf(
  { answer }: Found,
  { now }: Moment,
): Pick<ServiceAnswer, 'service_record' | 'record_at'> {
  return { service_record: answer, record_at: now }
}
