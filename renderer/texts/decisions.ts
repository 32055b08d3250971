// Texts about decisions that a rebuild, or a merge of two versions, moved or dropped.
import { format } from './format.ts'

const decisions = (count: number): string =>
  count === 1 ? '1 decision' : `${format.number(count)} decisions`

export const decisionsTexts = {
  label: 'Decisions moved or dropped',
  strip: (count: number): string =>
    `${decisions(count)} (held, excluded) moved or dropped when the accounts were built again.`,
  look: 'See which',
  title: 'Decisions moved or dropped',
  body: 'A decision stays with the account’s number and its rows in the file. These could not stay as they were.',
  more: (count: number): string => `And ${format.number(count)} more, listed once these are read.`,
  read: 'Mark as read',
} as const
