// Options of `report` that say what goes into it, as the choice that the contract keeps (shared/contract/report.ts). What no
// option names stays as it was chosen before.
import type {
  OfferedColumn,
  optionalFiles,
  ReportChoice,
  SourceColumn,
} from '../../../shared/contract/report.ts'
import { refuse } from '../terminal/exit.ts'
import { dataTexts } from '../texts/data.ts'

export type ContentOptions = {
  /** Names of `fileNames`. */
  readonly files?: readonly string[]
  readonly separator?: keyof typeof separators
  /** False: `--no-bom` was given. */
  readonly bom: boolean
  /** `SHEET!COLUMN`, or a column's name where only one sheet has it. */
  readonly withhold?: readonly string[]
  /** True: all of them; false: `--no-show-sensitive` was given. */
  readonly showSensitive?: boolean | readonly string[]
  readonly addUp?: readonly string[]
}

export const fileNames = {
  'summary.pdf': 'summary_pdf',
  'results.xlsx': 'results_xlsx',
  'results.csv': 'results_csv',
  'errors.csv': 'errors_csv',
  'changes.csv': 'changes_csv',
  'fix-me.xlsx': 'fix_me_xlsx',
  'accounts.jsonl': 'accounts_jsonl',
} as const satisfies Readonly<Record<string, (typeof optionalFiles)[number]>>

export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const

/** Null where no option says anything. */
export function choiceOf(
  { files, separator, bom, withhold, showSensitive, addUp }: ContentOptions,
  before: { readonly choice: ReportChoice; readonly columns: readonly OfferedColumn[] },
): ReportChoice | null {
  const given = [files, separator, withhold, showSensitive, addUp]
  if (bom && given.every((one) => one === undefined)) return null
  const { choice, columns } = before
  const placesOf = (names: readonly string[]): SourceColumn[] =>
    names.map((name) => {
      const { sheet, column } = named(columns, name)
      return { sheet, column }
    })
  return {
    files: files?.map((name) => fileNames[name as keyof typeof fileNames]) ?? choice.files,
    csv: {
      delimiter: separator === undefined ? choice.csv.delimiter : separators[separator],
      bom: bom && choice.csv.bom,
    },
    withheld: withhold === undefined ? choice.withheld : placesOf(withhold),
    shown:
      showSensitive === undefined
        ? choice.shown
        : showSensitive === true
          ? 'all'
          : placesOf(showSensitive === false ? [] : showSensitive),
    totals:
      addUp?.map((name) => {
        const { sheet, column, numbers } = named(columns, name)
        return { sheet, column, style: numbers ?? { decimal: '.', thousands: null, brackets: false } }
      }) ?? choice.totals,
  }
}

function named(columns: readonly OfferedColumn[], name: string): OfferedColumn {
  const found = columns.filter(({ sheet, column }) => `${sheet}!${column}` === name || column === name)
  const [only] = found
  if (only === undefined) refuse(dataTexts.report.noColumn({ name }))
  if (found.length > 1)
    refuse(
      dataTexts.report.severalColumns({
        name,
        columns: found.map(({ sheet, column }) => `${sheet}!${column}`).join(', '),
      }),
    )
  return only
}
