// Contract calls about accounts: reading one account, listing accounts, and the user's decisions about them.
import { z } from 'zod'
import { accountStates, outcomes } from '../sending/states.ts'
import { conversion } from '../mapping/file.ts'
import { omission, omissionReasons, origins, placeSchema, problem } from '../payload/problems.ts'
import { rowRef } from '../sheet/sheet.ts'
import { accountLine, accountView, attemptView } from './views.ts'
import { longestKey, mostKeys } from '../fixing/pasted-keys.ts'
import { rowFilter } from '../fixing/row-filter.ts'
import { base, batchId, expectedVersion } from './base.ts'
import { said } from '../texts/message.ts'

export const accountPayload = z.object({
  position: z.number(),
  key: z.string(),
  rows: z.array(rowRef),
  payload: z.unknown(),
  origins,
  omitted: z.array(omission),
  problems: z.array(problem.extend({ place: placeSchema })),
})

/** The values that a cell became in its account's payload, and when and by whom they were validated. */
export const cellLens = z.object({
  /** The cell's text now. */
  text: z.string(),
  /** The row that its text was filled from when the file was read; the cell is empty in the file. Else null. */
  filledFrom: z.number().nullable(),
  paths: z.array(
    z.object({
      attr: z.string(),
      title: said,
      value: z.unknown(),
      /** Other columns of the row that the value was joined from. */
      with: z.array(z.string()),
    }),
  ),
  /** The conversion of its text; null where the field's own type decides. */
  conversion: conversion.nullable(),
  /** The paths that it would have fed, and the reasons why it does not. */
  omitted: z.array(
    z.object({
      path: z.string(),
      title: said,
      reason: z.enum(omissionReasons),
      message: said,
    }),
  ),
  /**
   * The reason why it feeds nothing at all, as a sentence; null when it feeds something, or would if it held text.
   */
  unused: said.nullable(),
  /** Result of the local checks of the account; null while a large edit is waiting to be built. */
  local: z.object({ at: z.number() }).nullable(),
  service: z
    .object({
      at: z.number(),
      /** Counted from 1. */
      pass: z.number(),
      verdict: z.enum(['validated', 'rejected']),
      /** The validated bytes are the account's current bytes. */
      current: z.boolean(),
      /** The validated values of this cell are its current ones, whatever else changed. */
      sameHere: z.boolean(),
      /** The values of this cell that were validated; empty if the cell gave none then. */
      about: z.array(z.unknown()),
    })
    .nullable(),
  problems: z.array(problem.extend({ stale: z.boolean(), overruling: z.number().nullable() })),
})

/** Accounts one by one, or those of a sheet's rows that match a filter. */
const ofRows = z.strictObject({
  sheet: z.number().int().nonnegative(),
  filter: rowFilter,
  /** The `version` of `sheets.page` with this filter. */
  expected: expectedVersion,
})
const manyAccounts = z.union([z.strictObject({ accounts: z.array(z.number()).max(100_000) }), ofRows])
export type ManyAccounts = z.infer<typeof manyAccounts>

/** The reasons why accounts were left out, with counts. */
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
  /** The values that a cell of its rows became, and when they were validated; `column` is zero-based. */
  cell: base
    .input(z.object({ account: z.number(), sheet: z.number(), row: z.number(), column: z.number() }))
    .output(cellLens),
  /** Searches by key, identity, platform identifier, code, or text in a cell; over all batches, or one. */
  find: base
    .input(
      z.object({
        text: z.string().min(1),
        batch: batchId.optional(),
        limit: z.number().int().min(1).max(200),
      }),
    )
    .output(z.array(accountLine)),
  /** Finds the accounts of many keys or platform identifiers, and keeps them as a list that filters rows and accounts. */
  findList: base
    .input(
      z.object({ batch: batchId, keys: z.array(z.string().min(1).max(longestKey)).min(1).max(mostKeys) }),
    )
    .output(
      z.object({
        /** Null: none was found. */
        list: z.number().nullable(),
        /** Of the keys that were given, each counted once. */
        found: z.number(),
        /** Several may have one key. */
        accounts: z.number(),
        missing: z.array(z.string()),
      }),
    ),
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
        /** Only those that have been in their state longer than the connection's thresholds. */
        stuck: z.boolean().optional(),
        /** Only done accounts whose status at the service changed afterwards. */
        mindChanged: z.boolean().optional(),
        /** Excluded ones are not counted as held. */
        held: z.boolean().optional(),
        excluded: z.boolean().optional(),
        /** The service's own status text; null: it has sent none yet. */
        serviceStatus: z.string().nullable().optional(),
        /** Only those of this list (`findList`). */
        list: z.number().int().optional(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), accounts: z.array(accountLine) })),
  /**
   * Keeps accounts from being sent. On the day `until` they need a person again; they are never sent automatically.
   * `exclude` is final: they are not migrated from this batch. Refused for an account that was already sent.
   */
  hold: base
    .input(z.object({ accounts: z.array(z.number()), reason, until, exclude: z.boolean().default(false) }))
    .output(z.void()),
  unhold: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
  /**
   * Holds, excludes or releases many accounts as one decision. Accounts in progress or created are left out and
   * counted; excluded ones that were queued are cancelled.
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
  /** Restores the state of accounts before a decision; `left`: those that were decided differently since. */
  undecide: base
    .input(z.object({ batch: batchId, choice: z.number() }))
    .output(z.object({ accounts: z.number(), left: z.number() })),
  /**
   * Sends accounts to the service for validation, also those validated before: unvalidated, rejected and validated
   * ones, and those that failed, were cancelled or ended as a dry run (succeeded or failed), which may then be sent
   * again. Held ones are left out.
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
   * The user states that a create whose answer was lost did not arrive: it is sent again. Refused where the status
   * can be read, because the status gives the answer.
   */
  sendAgain: base.input(z.object({ account: z.number() })).output(z.void()),
  /** One complete attempt: the bytes that were sent, and the address. */
  attempt: base.input(z.object({ account: z.number(), number: z.number().int().positive() })).output(
    attemptView.extend({
      method: z.literal('POST'),
      path: z.string(),
      /** The bytes as text. */
      body: z.string(),
      /** The stored bytes match the hash that was written before they were sent. */
      intact: z.boolean(),
      /** Marks stand in place of sensitive values, in the bytes or in the answer: a person may show them on purpose. */
      isMasked: z.boolean(),
      /** The service's clock minus ours; null if its reply contained no time. */
      clockDifferenceMs: z.number().nullable(),
    }),
  ),
  /**
   * The same as a file for the service's operator, without key and token: its name and text. With a folder, the file is
   * also written there. It has the very bytes unless sensitive values are masked, and says so then.
   */
  attemptFile: base
    .input(
      z.object({
        account: z.number(),
        number: z.number().int().positive(),
        folder: z.string().min(1).nullable(),
      }),
    )
    .output(z.object({ fileName: z.string(), text: z.string(), path: z.string().nullable() })),
  /** The service's validations of the account's payloads, oldest first. */
  validations: base.input(z.object({ account: z.number() })).output(
    z.array(
      z.object({
        /** Counted from 1. */
        pass: z.number(),
        at: z.number(),
        httpStatus: z.number(),
        verdict: z.enum(['validated', 'rejected']),
        answer: z.string(),
        /** The validated bytes are still the account's. */
        current: z.boolean(),
      }),
    ),
  ),
  /** Reads the status of these accounts now. */
  recheck: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
}
