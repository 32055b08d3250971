// Row types of the account table and of its details, and the fields that one state change may set.
import { z } from 'zod'
import { accountStates, outcomes } from '../../../../shared/sending/states.ts'
import { storedSaid } from '../../../../shared/texts/message.ts'

export const accountRow = z.object({
  id: z.number(),
  batch_id: z.number(),
  position: z.number(),
  key: z.string(),
  connection_id: z.number().nullable(),
  supplier: z.string().nullable(),
  identity: z.string().nullable(),
  status_path: z.string().nullable(),
  state: z.enum(accountStates),
  outcome: z.enum(outcomes).nullable(),
  since: z.number().nullable(),
  held_reason: storedSaid.nullable(),
  held_until: z.number().nullable(),
  held_by: z.string().nullable(),
  excluded: z.number(),
  wave: z.number().nullable(),
  counted: z.number().nullable(),
  payload_id: z.number().nullable(),
  dirty: z.number().nullable(),
  due_at: z.number(),
  tries: z.number(),
  attempts: z.number(),
  first_sent_at: z.number().nullable(),
  service_status: z.string().nullable(),
})
/** An account as the table has it, with its reason read; times in milliseconds since 1970. */
export type Account = z.infer<typeof accountRow>

export const accountDetailsRow = accountRow.extend({
  service_event: z.string().nullable(),
  process_at: z.number().nullable(),
  not_found_at: z.number().nullable(),
  platform_identifier: z.string().nullable(),
  existing_account_id: z.string().nullable(),
  shared_identifier: z.number(),
  doubt: z.number(),
  changed_at: z.number().nullable(),
})
/** An account with what the service said of it; `changed_at`: when a recheck found another status. */
export type AccountDetails = z.infer<typeof accountDetailsRow>

/** Fields of the account row that may change together with the state. */
export type RowFields = Partial<Omit<Account, 'id' | 'batch_id' | 'position' | 'state'>>

/** What the service said beyond its status. */
export type ServiceAnswer = Pick<
  AccountDetails,
  'service_event' | 'process_at' | 'not_found_at' | 'platform_identifier' | 'existing_account_id'
> & {
  /** The text of its status record; kept as evidence, and read by nothing that decides. */
  readonly service_record: string | null
  readonly record_at: number | null
}

/** Changes in the tables beside the account row (schema/account-details.ts). */
export type DetailFields = Partial<ServiceAnswer> & {
  /** 1: it may have been sent without this database knowing; 0: the service, or a person, said what became of it. */
  readonly doubt?: number
  /** When the status of the done account is read once more; null: it is not. */
  readonly recheck?: number | null
  /** A recheck found another status. */
  readonly changed_at?: number
  /**
   * `asked`: a person wants it to be validated. `edited`: in the background. `not_edited`: no longer in the background.
   * `none`: no request is left.
   */
  readonly validation?: 'asked' | 'edited' | 'not_edited' | 'none'
}

/** Fields that may change together with the state. */
export type MoveFields = RowFields & DetailFields
