// Contract calls about what the members of a team share: templates, catalogues, connection settings, notes on codes and
// suppliers, repairs. Each change is a version; nobody overwrites another's.
import { z } from 'zod'
import { said } from '../../texts/message.ts'
import { base } from '../base.ts'

export const sharedKinds = [
  'template',
  'catalogue',
  'connection',
  'playbook',
  'supplier_note',
  'repair',
] as const
export type SharedKind = (typeof sharedKinds)[number]

/**
 * in_step: the item here is the newest version; changed_here: it goes to the team with the next answer; waits: the newest
 * version cannot be used here yet; asks: it leads elsewhere, so a person decides; conflict: both sides changed it; absent: it
 * was removed here; ended: the team shares it no more; refused: this program does not understand the newest version.
 */
export const sharedStates = [
  'in_step',
  'changed_here',
  'waits',
  'asks',
  'conflict',
  'absent',
  'ended',
  'refused',
] as const
export type SharedState = (typeof sharedStates)[number]

/** Names an item for all desktops. */
export const sharedName = z.object({ kind: z.enum(sharedKinds), key: z.string().max(2000) })
export type SharedItemName = z.infer<typeof sharedName>

export const sharedItem = sharedName.extend({
  /** As a person reads it; empty for problems without a code. */
  name: z.string(),
  /** The service of a supplier's note, the column of a repair; empty: nothing. */
  place: z.string(),
  state: z.enum(sharedStates),
  /** What it waits for, or why it is not taken; null: nothing. */
  why: said.nullable(),
  /** The newest version; 0: the team does not have it yet. */
  version: z.number(),
  /** Who made it, on which machine, and when. */
  member: z.string(),
  machine: z.string(),
  at: z.number(),
})
export type SharedItem = z.infer<typeof sharedItem>

/** A part in which two versions differ. Null: one side does not have it. */
export const sharedDifference = z.object({
  part: said,
  mine: z.string().nullable(),
  theirs: z.string().nullable(),
})
export type SharedDifference = z.infer<typeof sharedDifference>

export const sharedVersion = z.object({
  version: z.number(),
  member: z.string(),
  machine: z.string(),
  at: z.number(),
  removed: z.boolean(),
  /** It can be brought back. */
  hasContent: z.boolean(),
})
export type SharedVersion = z.infer<typeof sharedVersion>

export const shareable = sharedName.extend({ name: z.string(), place: z.string() })
export type Shareable = z.infer<typeof shareable>

export const knowledgeCalls = {
  /** Everything that the team shares, by kind and name. */
  list: base.output(z.array(sharedItem)),
  /** Reads what is new in the team's database and uses it; returns at once while the database does not answer. */
  refresh: base.output(z.void()),
  /** Items of this workspace that are not shared, at most 200 of them; `text` is searched in their names. */
  candidates: base
    .input(z.object({ kind: z.enum(sharedKinds), text: z.string().max(500).optional() }))
    .output(z.array(shareable)),
  /** Later changes of it are shared by themselves, and those of others arrive. */
  share: base.input(sharedName).output(z.void()),
  /** Everybody keeps what they have. */
  unshare: base.input(sharedName).output(z.void()),
  /** What differs between the item here and the newest version. */
  compare: base
    .input(sharedName)
    .output(z.object({ item: sharedItem, differences: z.array(sharedDifference) })),
  /**
   * Decides what a person was shown: `mine` becomes the next version, `theirs` is used here. Refused if the newest version is
   * another one than `version`.
   */
  resolve: base
    .input(sharedName.extend({ take: z.enum(['mine', 'theirs']), version: z.number() }))
    .output(z.void()),
  /** Newest first, at most 200. */
  history: base.input(sharedName).output(z.array(sharedVersion)),
  /** Uses an earlier version here, and makes it the next one. */
  bringBack: base.input(sharedName.extend({ version: z.number() })).output(z.void()),
}
