// Start options of a sandbox. Every option has a default, so `createSandbox({})` gives a working service.
import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { supplierStatuses } from './storage/storage.ts'
import { switches } from './switches.ts'

const supplier = z.strictObject({
  code: z.string().trim().min(1),
  status: z.enum(supplierStatuses).default('ongoing'),
  dryRun: z.boolean().default(false),
})

export const sandboxOptions = z.strictObject({
  /** 0 uses a free one. The address is always 127.0.0.1. */
  port: z.number().int().min(0).max(65_535).default(0),
  /** A file that is created if absent, or `:memory:`. */
  storage: z.string().min(1).default(':memory:'),
  /** 32 bytes as hexadecimal digits, with which the file is encrypted; null: it is not. */
  storageKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
  /** A parsed JSON Schema; defaults to the example catalogue. */
  catalogue: z.unknown().optional(),
  /**
   * If left out, a new storage gets one of each kind and an existing one keeps its own. If given, they are added or
   * changed.
   */
  suppliers: z.array(supplier).optional(),
  /** Time scale of processing: 1 finishes in one to three seconds, 10 ten times as fast, `instant` at once. */
  speed: z
    .union([z.literal('instant').transform(() => Infinity), z.literal(Infinity), z.number().positive()])
    .default(1),
  seed: z.number().int().default(1),
  /** Whether the operator's surface is served. */
  operator: z.boolean().default(false),
  /** If left out: random for a new storage, kept for an existing one. */
  apiKey: z.string().min(1).optional(),
  tokenLifeSeconds: z.number().int().positive().default(3_600),
  switches: switches.prefault({}),
  /** Country of national telephone numbers. */
  phoneRegion: z.string().refine(isSupportedCountry, 'is not a country code that is known').default('GB'),
  /** JSON lines, appended; see ledger.ts. */
  ledgerFile: z.string().min(1).optional(),
  /** Number of the newest ledger entries kept in memory. Counts cover all of them. */
  ledgerKeep: z.number().int().positive().default(50_000),
  /** Called for a failure inside the sandbox itself; the connection is closed. Default: a process warning. */
  onBug: z
    .custom<(cause: unknown) => void>((value) => typeof value === 'function')
    .default(() => (cause: unknown) => {
      process.emitWarning(cause instanceof Error ? cause : new Error(String(cause)))
    }),
  /** Milliseconds since 1970; fractions are kept. */
  now: z.custom<() => number>((value) => typeof value === 'function').default(() => Date.now),
})
export type SandboxOptions = z.input<typeof sandboxOptions>
export type ParsedOptions = z.output<typeof sandboxOptions>

/** For a new storage: one to work with, and one of each kind for practice. */
export const defaultSuppliers = [
  { code: 'ACME', status: 'ongoing', dryRun: false },
  { code: 'ACME ENERGY', status: 'ongoing', dryRun: false },
  { code: 'ACME PAUSED', status: 'paused', dryRun: false },
  { code: 'ACME COMPLETE', status: 'complete', dryRun: false },
  { code: 'ACME DRY RUN', status: 'ongoing', dryRun: true },
] as const satisfies z.output<typeof supplier>[]
