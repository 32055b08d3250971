// Calls about accounts: one of them, lists of them, and what a person decides about them.
import { z } from 'zod'
import { accountStates, outcomes } from '../sending/states.ts'
import { conversion } from '../mapping/file.ts'
import { omission, omissionReasons, origins, placeSchema, problem } from '../payload/problems.ts'
import { rowRef } from '../sheet/sheet.ts'
import { accountLine, accountView, attemptView, rowFilter } from './views.ts'
import { base, batchId } from './base.ts'

export const accountPayload = z.object({
  position: z.number(),
  key: z.string(),
  rows: z.array(rowRef),
  payload: z.unknown(),
  origins,
  omitted: z.array(omission),
  problems: z.array(problem.extend({ place: placeSchema })),
})

/** What a cell became in its account's payload, and when that was validated and by whom. */
export const cellLens = z.object({
  /** The cell's text now. */
  text: z.string(),
  paths: z.array(
    z.object({
      attr: z.string(),
      title: z.string(),
      value: z.unknown(),
      /** Other columns of the row that the value was joined from. */
      with: z.array(z.string()),
    }),
  ),
  /** How its text becomes a value; null where the field's own kind decides. */
  conversion: conversion.nullable(),
  /** What it would have fed, and why it does not. */
  omitted: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      reason: z.enum(omissionReasons),
      message: z.string(),
    }),
  ),
  /** Why it feeds nothing at all, in a sentence; null where it feeds something, or would if it held text. */
  unused: z.string().nullable(),
  /** Our own check of the account as it stands; null while a large edit waits to be built. */
  local: z.object({ at: z.number() }).nullable(),
  service: z
    .object({
      at: z.number(),
      /** Counted from 1. */
      pass: z.number(),
      verdict: z.enum(['validated', 'rejected']),
      /** The bytes that it validated are the account's bytes now. */
      current: z.boolean(),
      /** This cell's values are those that it validated, whatever else was changed. */
      sameHere: z.boolean(),
      /** The values that it validated from this cell; empty where the cell gave none then. */
      about: z.array(z.unknown()),
    })
    .nullable(),
  problems: z.array(problem.extend({ stale: z.boolean(), overruling: z.number().nullable() })),
})

/** Accounts one by one, or those of the rows that a filter leaves of a sheet. */
const ofRows = z.strictObject({
  sheet: z.number().int().nonnegative(),
  filter: rowFilter,
  /** Rows that were in sight: where the filter leaves another number by now, the call is refused and nothing is done. */
  expected: z.number().int().nonnegative().optional(),
})
const manyAccounts = z.union([z.strictObject({ accounts: z.array(z.number()).max(100_000) }), ofRows])
export type ManyAccounts = z.infer<typeof manyAccounts>

/** Why accounts were left out, and how many. */
const leftOut = z.array(
  z.object({
    why: z.enum([
      'on_its_way',
      'waits',
      'created',
      'already_there',
      'whose_account_unsure',
      'held',
      'excluded',
      'invalid',
      'as_wished',
    ]),
    accounts: z.number(),
  }),
)
export type LeftOutAccounts = z.infer<typeof leftOut>

const reason = z.string().trim().min(1).max(500)
const until = z.number().nullable().default(null)

export const accountsCalls = {
  get: base.input(z.object({ account: z.number() })).output(accountView),
  /** What a cell of its rows became, and when that was validated; `column` is zero-based. */
  cell: base
    .input(z.object({ account: z.number(), sheet: z.number(), row: z.number(), column: z.number() }))
    .output(cellLens),
  /** By key, identity, platform identifier, code, or text in a cell; over all batches, or one. */
  find: base
    .input(
      z.object({
        text: z.string().min(1),
        batch: batchId.optional(),
        limit: z.number().int().min(1).max(200),
      }),
    )
    .output(z.array(accountLine)),
  /** Accounts in some states, oldest first. */
  list: base
    .input(
      z.object({
        batch: batchId,
        states: z.array(z.enum(accountStates)),
        /** Of the done ones only these. */
        outcomes: z.array(z.enum(outcomes)).optional(),
        /** Only those that need a person. */
        needPerson: z.boolean().optional(),
        /** Only those that are longer in their state than the connection's thresholds. */
        stuck: z.boolean().optional(),
        /** Only done ones of which the service says something else since they were done. */
        mindChanged: z.boolean().optional(),
        /** Excluded ones are not counted as held. */
        held: z.boolean().optional(),
        excluded: z.boolean().optional(),
        /** The service's own word for where it stands; null: it has said nothing yet. */
        serviceStatus: z.string().nullable().optional(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), accounts: z.array(accountLine) })),
  /**
   * Keeps accounts from being sent. On the day `until` they ask for a person again; they are never sent by themselves.
   * `exclude`: decided, not put off: they are not migrated from this batch. Refused where one was sent already.
   */
  hold: base
    .input(z.object({ accounts: z.array(z.number()), reason, until, exclude: z.boolean().default(false) }))
    .output(z.void()),
  unhold: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
  /**
   * Holds, excludes or releases many accounts, as one choice. Those on their way, or created, are left out and counted;
   * excluded ones that waited to be sent are cancelled.
   */
  decide: base
    .input(
      z.object({
        batch: batchId,
        who: manyAccounts,
        what: z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('hold'), reason, until }),
          z.strictObject({ kind: z.literal('exclude'), reason }),
          z.strictObject({ kind: z.literal('release') }),
        ]),
      }),
    )
    .output(
      z.object({
        /** For `undecide`; null where nothing changed. */
        choice: z.number().nullable(),
        accounts: z.number(),
        cancelled: z.number(),
        leftOut,
      }),
    ),
  /** Puts back how accounts stood before a choice; `left`: those that were decided otherwise since. */
  undecide: base
    .input(z.object({ batch: batchId, choice: z.number() }))
    .output(z.object({ accounts: z.number(), left: z.number() })),
  /**
   * Has accounts validated by the service, again where they were validated before: ready, refused and validated ones, and those
   * that failed, were cancelled or ended as a dry run (succeeded or failed), which may then be sent once more. Held ones are left out.
   */
  validate: base
    .input(
      z.union([
        z.strictObject({ accounts: z.array(z.number()).max(100_000) }),
        ofRows.extend({ batch: batchId }),
      ]),
    )
    .output(z.object({ asked: z.number(), leftOut })),
  /**
   * A person knows that a create whose answer was lost did not arrive: it is sent again. Refused where the status can be
   * read, since that tells.
   */
  sendAgain: base.input(z.object({ account: z.number() })).output(z.void()),
  /** One attempt whole: the bytes that were sent, and where to. */
  attempt: base.input(z.object({ account: z.number(), number: z.number().int().positive() })).output(
    attemptView.extend({
      method: z.literal('POST'),
      path: z.string(),
      /** The bytes as text; null once they were purged. */
      body: z.string().nullable(),
      /** The stored bytes have the hash that was written before they were sent. */
      intact: z.boolean(),
      /** The service's clock minus ours; null where its answer did not tell. */
      clockDifferenceMs: z.number().nullable(),
    }),
  ),
  /** What the service said of the account's payloads when it was asked to validate them, oldest first. */
  validations: base.input(z.object({ account: z.number() })).output(
    z.array(
      z.object({
        /** Counted from 1. */
        pass: z.number(),
        at: z.number(),
        httpStatus: z.number(),
        verdict: z.enum(['validated', 'rejected']),
        answer: z.string(),
        /** The bytes it validated are still the account's. */
        current: z.boolean(),
      }),
    ),
  ),
  /** Reads the status of these accounts now. */
  recheck: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
}
