// The sections of a summary that say what the report is of: checks left to the service, the source, columns that are
// withheld, its files, and the lines to sign.
import type { ReportBatch } from '../report-source.ts'
import { cell, code, column, countCell, figures, plain, small } from './cells.ts'
import type { Cell, Piece, Section, SummaryInput, Table } from './summary-model.ts'
import { time, type Words } from './summary-words.ts'

export function sourceSections(
  input: Pick<SummaryInput, 'batch' | 'files' | 'withheld'>,
  words: Words,
): Section[] {
  const { batch } = input
  return [
    ...overrulingsSection(batch, words),
    {
      title: words.text('report.source'),
      isLong: false,
      blocks: [{ kind: 'facts', entries: sourceFacts(batch, words) }],
    },
    ...withheldSection(input, words),
    ...filesSection(input, words),
    signOffSection(batch, words),
  ]
}

/** None if nothing was left to the service. */
function overrulingsSection({ overrulings }: ReportBatch, words: Words): Section[] {
  const { text } = words
  if (overrulings.length === 0) return []
  const lines = overrulings.map(({ scope, code: named, field, account, at, problems, accounts }): Cell[] => {
    const place = [field, account === null ? null : text('report.account', { account })]
      .filter((one) => one !== null)
      .join(', ')
    const place_is_known = place === '' ? 'no' : 'yes'
    return [
      cell(code(named), small(text('report.overruled', { scope, place_is_known, place }))),
      cell(plain(time(at))),
      countCell(words, problems),
      countCell(words, accounts),
    ]
  })
  const table: Table = {
    kind: 'table',
    isWide: false,
    columns: [
      column(text('report.check')),
      column(text('report.decided')),
      figures(text('report.problems')),
      figures(text('report.accounts')),
    ],
    lines,
    total: null,
  }
  const note = { kind: 'note', text: text('report.checks_left_note') } as const
  return [{ title: text('report.checks_left'), isLong: true, blocks: [note, table] }]
}

type Fact = { readonly name: string; readonly pieces: readonly Piece[] }

function catalogueWords(catalogue: ReportBatch['catalogue'], { text }: Words): string {
  if (catalogue === null) return text('report.no_catalogue')
  const { title, isIllustrative } = catalogue
  return text('report.catalogue_named', {
    title: title ?? text('report.catalogue'),
    illustrative: isIllustrative ? 'yes' : 'no',
  })
}

export function sourceFacts(batch: ReportBatch, words: Words): Fact[] {
  const { text } = words
  const { connection, mapping } = batch
  const fact = (name: string, ...pieces: readonly Piece[]): Fact => ({ name, pieces })
  return [
    ...batch.files.flatMap(({ name, bytes, sha256 }) => [
      fact(text('report.file'), plain(name)),
      fact(text('report.size'), plain(text('report.size_bytes', { bytes }))),
      fact('SHA-256', code(sha256)),
    ]),
    fact(text('report.read_at'), plain(time(batch.readAt))),
    fact(text('report.import_supplier'), plain(batch.supplier ?? text('report.supplier_of_file'))),
    mapping === null
      ? fact(text('report.mapping'), plain(text('report.no_mapping')))
      : fact(
          text('report.mapping'),
          plain(text('report.mapping_of', { time: time(mapping.at) })),
          code(mapping.sha256.slice(0, 16)),
        ),
    fact(text('report.catalogue'), plain(catalogueWords(batch.catalogue, words))),
    fact(
      text('report.connection'),
      plain(connection === null ? text('report.no_connection') : `${connection.name}, ${connection.baseUrl}`),
    ),
  ]
}

function withheldSection({ withheld }: Pick<SummaryInput, 'withheld'>, { text }: Words): Section[] {
  const notes = ([true, false] as const).flatMap((sensitive) => {
    const columns = withheld.filter(({ isSensitive }) => isSensitive === sensitive)
    if (columns.length === 0) return []
    const named = columns.map(({ sheet, column: name }) => `${sheet}: ${name}`).join('; ')
    const key = sensitive ? 'report.withheld_sensitive_note' : 'report.withheld_note'
    return [{ kind: 'paragraph', text: text(key, { columns: named }) } as const]
  })
  return notes.length === 0 ? [] : [{ title: text('report.withheld'), isLong: false, blocks: notes }]
}

/** None where only the summaries are written. */
function filesSection({ files }: Pick<SummaryInput, 'files'>, words: Words): Section[] {
  const { text } = words
  if (Object.keys(files).length === 0) return []
  const table: Table = {
    kind: 'table',
    isWide: false,
    columns: [column(text('report.file')), column('SHA-256'), figures(text('report.bytes'))],
    lines: Object.entries(files).map(([name, { bytes, sha256 }]) => [
      cell(plain(name)),
      cell(code(sha256)),
      countCell(words, bytes),
    ]),
    total: null,
  }
  return [{ title: text('report.files'), isLong: false, blocks: [table] }]
}

function signOffSection({ preparedBy }: ReportBatch, { text }: Words): Section {
  const signers = [
    ['report.sign_prepared', preparedBy],
    ['report.sign_checked', ''],
    ['report.sign_accepted', ''],
  ] as const
  return {
    title: text('report.sign_off'),
    isLong: false,
    blocks: [
      { kind: 'note', text: text('report.sign_off_note') },
      {
        kind: 'signatures',
        signers: signers.map(([role, name]) => ({
          role: text(role),
          name,
          signature: text('report.sign_signature'),
          date: text('report.sign_date'),
        })),
      },
    ],
  }
}
