// Headers, column widths and cells of each comparison list. Cell texts show blanks and invisible characters in up to two
// lines; the tooltip has the full text.
import type { ReactNode } from 'react'
import type { VersionLine } from '../../../shared/contract/fixing/versions.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import type { LineList } from '../../../shared/fixing/version-lines.ts'
import { hrefOfStep } from '../../app/route.ts'
import { cx } from '../../components/classes.ts'
import { shownText } from '../../components/text/shown-text.ts'
import { Badge, StateBadge } from '../../components/state-badge.tsx'
import { versionTexts as words } from '../../texts/load/version.ts'

export type LineLook = {
  readonly heads: readonly string[]
  readonly template: string
  readonly cells: (line: VersionLine) => readonly ReactNode[]
}

const { heads } = words

/** `earlier`: the earlier batch, for links to its accounts. */
// oxlint-disable-next-line max-lines-per-function -- a flat table: the columns of each list
export function lookOf(list: LineList, sheets: readonly SheetView[], earlier: number | null): LineLook {
  switch (list) {
    case 'conflicts':
    case 'carried':
    case 'same_repair':
    case 'edited_here':
      return {
        heads: [heads.account, heads.where, heads.old, heads.ours, heads.fresh],
        template: 'minmax(84px,.8fr) minmax(120px,1.1fr) 1fr 1fr 1fr',
        cells: (line) => [
          <Key key="key" line={line} />,
          <Where key="where" line={line} sheets={sheets} />,
          <Text key="old" text={line.old} />,
          <Text key="ours" text={line.ours} mark={line.choice === 'ours' || list === 'carried'} />,
          <Text key="fresh" text={line.fresh} mark={line.choice === 'theirs' || list === 'edited_here'} />,
        ],
      }
    case 'changed':
      return {
        heads: [heads.account, heads.where, words.heads.platform, heads.fresh, heads.identifier],
        template: 'minmax(84px,.8fr) minmax(120px,1.1fr) 1fr 1fr minmax(110px,.9fr)',
        cells: (line) => [
          <Key key="key" line={line} />,
          <Where key="where" line={line} sheets={sheets} />,
          <Text key="there" text={line.ours ?? line.old} />,
          <Text key="fresh" text={line.fresh} mark />,
          <Text key="id" text={line.earlier?.platformIdentifier ?? null} nothing="–" />,
        ],
      }
    case 'file':
      return {
        heads: [heads.account, heads.where, heads.old, heads.fresh],
        template: 'minmax(84px,.8fr) minmax(120px,1.1fr) 1fr 1fr',
        cells: (line) => [
          <Key key="key" line={line} />,
          <Where key="where" line={line} sheets={sheets} />,
          <Text key="old" text={line.old} />,
          <Text key="fresh" text={line.fresh} mark />,
        ],
      }
    case 'lost':
      return {
        heads: [heads.account, heads.where, heads.old, heads.ours],
        template: 'minmax(84px,.8fr) 1.6fr 1fr 1fr',
        cells: (line) => [
          <Key key="key" line={line} />,
          <span key="where" className="truncate text-soft">
            {[line.columnName, oldRow(line.sheetName, line.oldRow)]
              .filter((part) => part !== null)
              .join(', ')}
          </span>,
          <Text key="old" text={line.old} />,
          <Text key="ours" text={line.ours} />,
        ],
      }
    case 'keys':
      return {
        heads: [heads.account, heads.where],
        template: 'minmax(120px,1fr) 2fr',
        cells: (line) => [
          <Key key="key" line={line} />,
          <span key="was" className="truncate text-soft">
            {words.was({ key: line.other ?? '' })} · {rowOf(line.row)}
          </span>,
        ],
      }
    case 'on_its_way':
    case 'ended':
      return {
        heads: [heads.account, heads.now],
        template: 'minmax(120px,1fr) 2fr',
        cells: (line) => [
          earlier === null || line.earlier === null ? (
            <Key key="key" line={line} />
          ) : (
            <a
              key="key"
              href={hrefOfStep(earlier, 'watch', { account: String(line.earlier.id) })}
              className="truncate font-medium underline decoration-edge underline-offset-2 hover:decoration-text"
            >
              {line.key}
            </a>
          ),
          line.earlier === null ? null : (
            <StateBadge key="state" state={line.earlier.state} outcome={line.earlier.outcome} />
          ),
        ],
      }
    case 'new':
    case 'twice':
    case 'gone':
    case 'rows':
      return {
        heads: [heads.account, heads.where],
        template: 'minmax(120px,1fr) 2fr',
        cells: (line) => [<Key key="key" line={line} />, <Account key="what" line={line} list={list} />],
      }
  }
}

function Account({ line, list }: { readonly line: VersionLine; readonly list: LineList }): ReactNode {
  const parts =
    list === 'gone'
      ? [oldRow(line.sheetName, line.oldRow), line.edits === 0 ? '' : words.edits({ n: line.edits })]
      : list === 'rows'
        ? rowCounts(line)
        : [rowOf(line.row)]
  return (
    <>
      <span className="truncate text-soft">{parts.filter((part) => part !== '').join(' · ')}</span>
      {list === 'gone' && line.earlier !== null && (
        <StateBadge state={line.earlier.state} outcome={line.earlier.outcome} />
      )}
    </>
  )
}

function Key({ line }: { readonly line: VersionLine }): ReactNode {
  return line.key === '' ? (
    <span className="truncate text-faint">{words.noKey}</span>
  ) : (
    <span className="truncate font-medium" title={line.key}>
      {shownText(line.key)}
    </span>
  )
}

function Where(props: { readonly line: VersionLine; readonly sheets: readonly SheetView[] }): ReactNode {
  const { line, sheets } = props
  return (
    <>
      <span className="line-clamp-2 min-w-0 leading-[17px] text-soft">
        {placeOf(columnName(sheets, line.sheet, line.column), line.row)}
      </span>
      {!line.certain && (
        <Badge tone="warn">
          <span aria-hidden>?</span>
          <span className="sr-only">{words.uncertain}</span>
        </Badge>
      )}
    </>
  )
}

export function columnName(
  sheets: readonly SheetView[],
  sheet: number | null,
  column: number | null,
): string {
  const info = sheets.find((one) => one.position === sheet)?.info
  const name = info?.columns.find((one) => one.index === column)?.name ?? ''
  return sheets.filter((one) => one.role !== 'unused').length > 1 && info !== undefined
    ? `${info.name}: ${name}`
    : name
}

function Text(props: {
  readonly text: string | null
  /** This is the text that the cell gets. */
  readonly mark?: boolean
  readonly nothing?: string
}): ReactNode {
  const { text, mark = false } = props
  if (text === null) return <span className="text-faint">{props.nothing ?? words.notEdited}</span>
  if (text === '') return <span className={cx('italic', mark ? 'text-ok' : 'text-faint')}>{words.empty}</span>
  return (
    <span
      title={text}
      className={cx(
        'line-clamp-2 min-w-0 leading-[17px] wrap-anywhere whitespace-pre-wrap',
        mark && 'rounded-sm bg-ok-bg px-1 text-ok',
      )}
    >
      {shownText(text)}
    </span>
  )
}

function placeOf(column: string, row: number | null): string {
  return row === null ? column : words.at({ column, row })
}

function rowOf(row: number | null): string {
  return row === null ? '' : words.row({ row })
}

function oldRow(sheet: string | null, row: number | null): string {
  if (row === null) return words.inOldFile
  return sheet === null ? words.oldRow({ row }) : words.oldSheetRow({ sheet, row })
}

/** Those of no row are left out. */
function rowCounts(line: VersionLine): readonly string[] {
  return (['added', 'removed', 'uncertain'] as const)
    .filter((kind) => line[kind] > 0)
    .map((kind) => words.rows[kind]({ n: line[kind] }))
}
