// Fault rule: the requests it matches, its frequency, and its effect. The operator's surface and tests in process
// use the same shape.
import { z } from 'zod'

export const routeNames = ['validate', 'create', 'status', 'token'] as const
export type RouteName = (typeof routeNames)[number]

const milliseconds = z.number().nonnegative()
const moment = z.enum(['before_work', 'after_work'])
const retryAfter = z.enum(['seconds', 'date', 'absent']).default('seconds')

export const faultEffect = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), ms: milliseconds, when: moment.default('before_work') }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    body: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('json'), value: z.unknown() }),
        z.strictObject({
          kind: z.literal('html'),
          text: z.string().default('<!doctype html><title>Gateway</title>'),
        }),
        z.strictObject({
          kind: z.literal('text'),
          text: z.string(),
          contentType: z.string().default('text/plain'),
        }),
        z.strictObject({ kind: z.literal('empty') }),
      ])
      .default({ kind: 'empty' }),
    headers: z.record(z.string(), z.string()).default({}),
    /** Whether the work is done first and only its answer is replaced. */
    when: moment.default('before_work'),
  }),
  /** Sends the first bytes of the body, or of the whole reply with its head, then closes the connection. */
  z.strictObject({
    kind: z.literal('cut'),
    bytes: z.number().int().nonnegative(),
    of: z.enum(['body', 'reply']).default('body'),
  }),
  z.strictObject({ kind: z.literal('reset'), when: moment }),
  z.strictObject({ kind: z.literal('hang'), when: moment }),
  z.strictObject({ kind: z.literal('drip'), bytesPerSecond: z.number().positive() }),
  /** That many bytes of white space follow the answer's body, with their length declared or in chunks. */
  z.strictObject({
    kind: z.literal('flood'),
    bytes: z.number().int().positive(),
    declared: z.boolean().default(true),
  }),
  /** The request is delivered twice and its work done twice; the client sees one of the two answers. */
  z.strictObject({ kind: z.literal('duplicate'), answer: z.enum(['first', 'second']).default('second') }),
  /** Status answers 404 until this long after the process was created. */
  z.strictObject({ kind: z.literal('hide'), ms: milliseconds }),
  /** Every token issued so far becomes invalid, from this request on. */
  z.strictObject({ kind: z.literal('expire_tokens') }),
  z.strictObject({
    kind: z.literal('rate'),
    perSecond: z.number().positive(),
    burst: z.number().int().positive().default(1),
    retryAfter,
  }),
  z.strictObject({ kind: z.literal('concurrency'), limit: z.number().int().nonnegative(), retryAfter }),
  z.strictObject({
    kind: z.literal('skew'),
    ms: z.number(),
    of: z.enum(['date', 'created_at', 'both']).default('both'),
  }),
])
export type FaultEffect = z.infer<typeof faultEffect>

export const faultRule = z.strictObject({
  /** Generated if left out. */
  id: z.string().min(1).optional(),
  route: z.enum([...routeNames, 'any']).default('any'),
  supplier: z.string().optional(),
  /** The account number, exactly. */
  account: z.string().optional(),
  /** A regular expression on the account number. */
  accountPattern: z
    .string()
    .refine((text) => {
      try {
        return new RegExp(text, 'u') instanceof RegExp
      } catch {
        return false
      }
    }, 'is not a regular expression')
    .optional(),
  /** Number of matching requests that pass first. */
  skip: z.number().int().nonnegative().default(0),
  /** After that every nth of them. */
  every: z.number().int().positive().default(1),
  /** Maximum number of hits; without it, the rule applies until it is removed. */
  count: z.number().int().positive().optional(),
  /** By seed: the same run hits the same requests. */
  probability: z.number().min(0).max(1).default(1),
  effect: faultEffect,
})
export type FaultRule = z.infer<typeof faultRule>
export type FaultRuleInput = z.input<typeof faultRule>
