// Printable summary: one page without scripts, remote resources or inline styles, under a CSP that forbids them.
// All text is escaped.
import { createHash } from 'node:crypto'
import {
  type Bar,
  type Block,
  type Cell,
  lengthOf,
  type Piece,
  type Section,
  type Summary,
  type Table,
} from './summary-model.ts'
import { summaryStyle } from './summary-style.ts'
import { showText } from './summary-words.ts'

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

export function escapeHtml(text: string): string {
  return showText(text).replace(/[&<>"']/g, (found) => entities.get(found) ?? '')
}

export function summaryHtml(summary: Summary): string {
  const { environment, sections } = summary
  const hash = createHash('sha256').update(summaryStyle).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  const mark =
    environment === null
      ? ''
      : `<span class="mark ${environment.kind}">${escapeHtml(environment.label)}</span>`
  return `<!doctype html>
<html lang="${summary.language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeHtml(summary.title)}</title><style>${summaryStyle}</style></head><body><main>
<header><p class="over"><b>Carryover</b> ${escapeHtml(summary.over)} ${mark}</p><h1>${escapeHtml(summary.heading)}</h1><p class="lead">${escapeHtml(summary.lead)}</p></header>
${sections.map(sectionHtml).join('\n')}
<p class="note">${escapeHtml(summary.note)}</p>
</main></body></html>
`
}

function sectionHtml({ title, isLong, blocks }: Section): string {
  return `<section${isLong ? ' class="long"' : ''}><h2>${escapeHtml(title)}</h2>${blocks.map(blockHtml).join('')}</section>`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'table':
      return tableHtml(block)
    case 'bar':
      return barHtml(block)
    case 'paragraph':
      return `<p>${escapeHtml(block.text)}</p>`
    case 'note':
      return `<p class="note">${escapeHtml(block.text)}</p>`
    case 'verdict':
      return `<p class="verdict ${block.isGood ? 'ok' : 'bad'}">${block.isGood ? '✓' : '▲'} ${escapeHtml(block.text)}</p>`
    case 'facts':
      return `<dl>${block.entries.map(({ name, pieces }) => `<dt>${escapeHtml(name)}</dt><dd>${piecesHtml(pieces)}</dd>`).join('')}</dl>`
    case 'signatures':
      return `<div class="sign">${block.signers
        .map(
          ({ role, name, signature, date }) =>
            `<p>${escapeHtml(role)} <b>${escapeHtml(name)}</b></p><p>${escapeHtml(signature)}</p><p>${escapeHtml(date)}</p>`,
        )
        .join('')}</div>`
    default:
      return block satisfies never
  }
}

const tags = { small: 'small', code: 'code', strong: 'b' } as const

function piecesHtml(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, as }) =>
      as === 'plain' ? escapeHtml(text) : `<${tags[as]}>${escapeHtml(text)}</${tags[as]}>`,
    )
    .join(' ')
}

function tableHtml({ columns, lines, total, isWide }: Table): string {
  const isBarred = (at: number): boolean => !isWide && lines.some((line) => line[at]?.bar !== undefined)
  const look = { columns, isWide, isBarred }
  const heads = columns.map(
    ({ head, isFigure }, at) =>
      `<th scope="col"${isBarred(at) ? ' colspan="2"' : ''}${isFigure ? ' class="n"' : ''}>${piecesHtml(head)}</th>`,
  )
  const isGrouped = isWide && lines.some((line) => line.some(({ bar }) => bar !== undefined))
  const rows = lines.map((line) => lineHtml(line, look))
  const body = isGrouped
    ? rows.map((row) => `<tbody>${row}</tbody>`).join('')
    : `<tbody>${rows.join('')}</tbody>`
  const foot = total === null ? '' : `<tfoot>${lineHtml(total, look)}</tfoot>`
  return `<table${isWide ? ' class="many"' : ''}><thead><tr>${heads.join('')}</tr></thead>${body}${foot}</table>`
}

type TableLook = Pick<Table, 'columns' | 'isWide'> & {
  /** Whether figures of the column have a bar beside them, in a column of its own. */
  isBarred(column: number): boolean
}

/** In a table of many columns a bar is in a second row below the figures. */
function lineHtml(line: readonly Cell[], { columns, isWide, isBarred }: TableLook): string {
  const below = isWide ? line.find(({ bar }) => bar !== undefined && lengthOf(bar) > 0)?.bar : undefined
  const cells = line.map(({ pieces, figure, ending, bar }, at) => {
    const mark = ending === undefined ? '' : `<span class="k ${ending}"></span>`
    if (at === 0)
      return `<th scope="row"${below === undefined ? '' : ' rowspan="2"'}>${mark}${piecesHtml(pieces)}</th>`
    const classes = [
      ...(columns[at]?.isFigure === true && pieces.length > 0 ? ['n'] : []),
      ...(isWide && figure?.value === 0 ? ['nil'] : []),
    ]
    const beside = isWide || bar === undefined ? '' : `<td class="bar">${barHtml(bar)}</td>`
    const span = isBarred(at) && beside === '' ? ' colspan="2"' : ''
    return `${beside}<td${span}${classes.length === 0 ? '' : ` class="${classes.join(' ')}"`}>${piecesHtml(pieces)}</td>`
  })
  if (below === undefined) return `<tr>${cells.join('')}</tr>`
  const bar = `<td class="bar" colspan="${line.length - 1}">${barHtml(below)}</td>`
  return `<tr class="above">${cells.join('')}</tr><tr>${bar}</tr>`
}

function barHtml(bar: Bar): string {
  const { parts, all, label } = bar
  const length = lengthOf(bar)
  let at = 0
  const rects = parts.map(({ ending, value }) => {
    const width = length === 0 ? 0 : (1000 * value) / length
    const rect =
      width === 0
        ? ''
        : `<rect class="${ending}" x="${at}" y="0" width="${Math.max(width - 1.5, 0.75)}" height="14"/>`
    at += width
    return rect
  })
  const empty = '<rect class="none" x="0" y="0" width="1000" height="14"/>'
  const share = all === 0 || length === 0 ? 100 : Math.max((100 * length) / all, leastShare)
  return `<svg width="${share}%" viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(label)}">${length === 0 ? empty : rects.join('')}</svg>`
}

/** In percent of the full length: so that a bar of very few is seen. */
const leastShare = 0.4
