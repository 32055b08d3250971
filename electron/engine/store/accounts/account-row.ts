// Row type of the account table, and the columns that one state change may set.
import { z } from 'zod'
import { accountStates, outcomes } from '../../../../shared/sending/states.ts'

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
  held_reason: z.string().nullable(),
  held_until: z.number().nullable(),
  excluded: z.number(),
  dirty: z.number().nullable(),
  payload_id: z.number().nullable(),
  validated_payload_id: z.number().nullable(),
  validated_at: z.number().nullable(),
  wanted: z.number(),
  validate_due: z.number(),
  checked_at: z.number().nullable(),
  due_at: z.number(),
  tries: z.number(),
  not_found_at: z.number().nullable(),
  doubt: z.number(),
  crashes: z.number(),
  attempts: z.number(),
  http_status: z.number().nullable(),
  service_status: z.string().nullable(),
  service_event: z.string().nullable(),
  platform_identifier: z.string().nullable(),
  shared_identifier: z.number(),
  existing_account_id: z.string().nullable(),
  first_sent_at: z.number().nullable(),
  done_at: z.number().nullable(),
  wave: z.number().nullable(),
  counted: z.number().nullable(),
  since: z.number().nullable(),
  recheck: z.number(),
  mind_changed_at: z.number().nullable(),
  process_at: z.number().nullable(),
})
/** An account as the table has it; times in milliseconds since 1970. */
export type Account = z.infer<typeof accountRow>

/** Fields that may change together with the state. */
export type MoveFields = Partial<
  Pick<
    Account,
    | 'outcome'
    | 'held_reason'
    | 'held_until'
    | 'excluded'
    | 'dirty'
    | 'validated_payload_id'
    | 'validated_at'
    | 'wanted'
    | 'validate_due'
    | 'checked_at'
    | 'payload_id'
    | 'key'
    | 'supplier'
    | 'identity'
    | 'status_path'
    | 'due_at'
    | 'tries'
    | 'not_found_at'
    | 'doubt'
    | 'crashes'
    | 'attempts'
    | 'http_status'
    | 'service_status'
    | 'service_event'
    | 'platform_identifier'
    | 'existing_account_id'
    | 'first_sent_at'
    | 'done_at'
    | 'wave'
    | 'counted'
    | 'since'
    | 'recheck'
    | 'mind_changed_at'
    | 'process_at'
  >
>
