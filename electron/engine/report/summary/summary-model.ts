// What a summary says, as data: sections of sentences, tables and lists, in their order. The printable page, the PDF and
// the overview of the workbook show it, so each sentence and figure has one source. The rows of each table add up to its
// last line. Text from a file, a person or the service is as it came: who shows it also escapes it.
import type { Ending } from '../../../../shared/sending/endings.ts'
import type { Environment } from '../../../../shared/sending/connection.ts'
import type { Language } from '../../../../shared/texts/language.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'
import type { WithheldColumn } from '../report-choice.ts'
import type { ReportBatch } from '../report-source.ts'
import type { ReportTotals } from '../totals/tally.ts'

export type SummaryInput = {
  readonly version: string
  /** ISO 8601, UTC. */
  readonly madeAt: string
  readonly batch: ReportBatch
  readonly totals: ReportTotals
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>
  readonly withheld: readonly WithheldColumn[]
  readonly format: MessageFormat
}

/** A stretch of text; `small`: a note beside it, `code`: read letter by letter. */
export type Piece = { readonly text: string; readonly as: 'plain' | 'small' | 'code' | 'strong' }

export type Cell = {
  readonly pieces: readonly Piece[]
  /** Set where the cell is a figure: its value, and whether it is a share of one. */
  readonly figure?: { readonly value: number; readonly isShare: boolean }
  /** The ending that the line counts. */
  readonly ending?: Ending
  /** The figure as a bar beside it; in a table of many columns it is below the figures of its line. */
  readonly bar?: Bar
}

export type Column = { readonly head: readonly Piece[]; readonly isFigure: boolean }

export type Table = {
  readonly kind: 'table'
  readonly columns: readonly Column[]
  /** The first cell of a line names it. */
  readonly lines: readonly (readonly Cell[])[]
  /** The last line, which the others add up to. */
  readonly total: readonly Cell[] | null
  /** Of many narrow columns. */
  readonly isWide: boolean
}

export type BarPart = { readonly ending: Ending; readonly value: number }

/** A bar in parts. With the value `all` it has its full length. `label`: what it shows, for a person who does not see it. */
export type Bar = { readonly parts: readonly BarPart[]; readonly all: number; readonly label: string }

/** Of the parts together. */
export function lengthOf({ parts }: Bar): number {
  return parts.reduce((sum, { value }) => sum + value, 0)
}

export type Block =
  | Table
  | { readonly kind: 'paragraph' | 'note'; readonly text: string }
  | { readonly kind: 'verdict'; readonly isGood: boolean; readonly text: string }
  | (Bar & { readonly kind: 'bar' })
  | {
      readonly kind: 'facts'
      readonly entries: readonly { readonly name: string; readonly pieces: readonly Piece[] }[]
    }
  | {
      readonly kind: 'signatures'
      readonly signers: readonly {
        readonly role: string
        readonly name: string
        readonly signature: string
        readonly date: string
      }[]
    }

export type Section = {
  readonly title: string
  /** May be as long as its data: pages may end in it. */
  readonly isLong: boolean
  readonly blocks: readonly Block[]
}

export type Summary = {
  readonly language: Language
  readonly title: string
  readonly over: string
  readonly environment: { readonly kind: Environment; readonly label: string } | null
  readonly heading: string
  readonly lead: string
  readonly sections: readonly Section[]
  readonly note: string
}
