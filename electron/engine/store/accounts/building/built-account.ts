// An account as it was built from its rows, before it is stored.
import type { PlacedProblem } from '../account-problems.ts'
import type { BuiltPayload } from './payloads.ts'

export type NewAccount = BuiltPayload & {
  readonly key: string
  readonly supplier: string | null
  readonly identity: string | null
  readonly statusPath: string | null
  readonly rows: readonly { readonly sheet: number; readonly row: number }[]
  readonly problems: readonly PlacedProblem[]
}
