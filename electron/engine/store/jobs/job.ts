// A job as it is stored: its kind, what it works on, and how far it has got.

export const jobKinds = [
  'load',
  'rebuild',
  'report',
  'release',
  'cancel',
  'recheck',
  'renew_status_paths',
  'shift_due_times',
  'delete_batch',
  'free_space',
  'purge',
  'merge',
  'follow_merge',
  'revert_merge',
  'hand_over',
  'take_over',
] as const
export type JobKind = (typeof jobKinds)[number]

export type Job = {
  readonly id: number
  readonly kind: JobKind
  readonly batch: number | null
  readonly connection: number | null
  /** Parsed JSON; each kind reads its own. */
  readonly arguments: unknown
  /** Where the next step begins, as parsed JSON; null: it has not begun. */
  readonly cursor: unknown
  /** Accounts, or whatever its kind counts. */
  readonly done: number
  readonly total: number | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** What a step achieved; `isLast`: the job is complete. */
export type JobStep = {
  readonly cursor: unknown
  readonly done: number
  readonly isLast: boolean
}

export type NewJob = Pick<Job, 'kind' | 'arguments' | 'createdAt'> &
  Partial<Pick<Job, 'batch' | 'connection' | 'total'>>
