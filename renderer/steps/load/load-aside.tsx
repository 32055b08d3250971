// Side pane of the Load step: file facts, reading options, hidden content, and warnings with their cells.
import { EyeOff, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchFile, BatchView } from '../../../shared/contract/contract.ts'
import type { FileWarning } from '../../../shared/sheet/sheet.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import { format } from '../../texts/format.ts'
import { IconButton } from '../../components/button.tsx'
import { Callout, GroupLabel } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { loadTexts as words } from '../../texts/load/load.ts'
import { FillDown } from './fill-down.tsx'
import { isFixed } from './choices.ts'
import { useRemoveFile } from './use-batch-files.ts'
import { OddRows, type RowPlace } from './odd-rows.tsx'
import { ReadingChoices } from './reading-choices.tsx'
import type { Reread } from './use-reread.tsx'
import { WarningList } from './warning-list.tsx'

export function LoadAside(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly shown: SheetView | null
  /** Rows of the shown sheet that are read; null while that is not known. */
  readonly rowsSoFar: number | null
  readonly warnings: readonly FileWarning[] | null
  readonly reread: Reread
  readonly onWarning: (warning: FileWarning) => void
  readonly onRow: (place: RowPlace) => void
}): ReactNode {
  const { batch, sheets } = props
  const reading = batch.stage === 'reading'
  const nothingRead = batch.stage === 'failed' && sheets.length === 0
  const hidden = sheets.filter((sheet) => sheet.info.hidden).map((sheet) => sheet.info.name)
  return (
    <aside
      aria-label={words.aside}
      className="flex w-76 shrink-0 flex-col gap-4 overflow-y-auto border-l border-line pt-4"
    >
      <Facts {...props} />
      {!nothingRead && <ReadingChoices batch={batch} sheet={props.shown} reread={props.reread} />}
      {(hidden.length > 0 || batch.strayRows > 0) && (
        <div className="grid gap-2 px-4">
          {hidden.length > 0 && (
            <Callout tone="info" icon={EyeOff}>
              {words.hiddenSheets({ n: hidden.length, names: hidden.join(', ') })}
            </Callout>
          )}
          {batch.strayRows > 0 && (
            <Callout tone="warning" icon={TriangleAlert}>
              {words.stray({ n: batch.strayRows })}
            </Callout>
          )}
        </div>
      )}
      {!nothingRead && <FillDown {...props} />}
      {!nothingRead && <OddRows batch={batch} sheets={sheets} onRow={props.onRow} />}
      {!nothingRead && (
        <WarningList warnings={props.warnings} reading={reading} onWarning={props.onWarning} />
      )}
    </aside>
  )
}

function Facts(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly shown: SheetView | null
  readonly rowsSoFar: number | null
}): ReactNode {
  const { batch, sheets, shown, rowsSoFar } = props
  const lines: readonly (readonly [string, ReactNode])[] = [
    ...(batch.files.length === 1 ? batch.files.flatMap(factsOfFile) : []),
    ...(batch.stage === 'failed' && sheets.length === 0
      ? []
      : ([
          [words.facts.rows, rowsOf(batch, sheets.length, shown, rowsSoFar)],
          [words.facts.sheets, format.number(sheets.length)],
        ] as const)),
    [words.facts.opened, <RelativeTime key="at" at={batch.createdAt} />],
  ]
  return (
    <section className="px-4">
      <GroupLabel className="pb-1">{words.aside}</GroupLabel>
      {batch.files.length > 1 && <Files batch={batch} />}
      <dl className="grid grid-cols-[76px_1fr] gap-x-3 gap-y-1 text-sm">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 wrap-break-word">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOfFile({ name, found }: BatchFile): (readonly [string, ReactNode])[] {
  return [
    [words.facts.file, name],
    [words.facts.kind, kindOf(found)],
  ]
}

function kindOf(found: BatchFile['found']): string {
  return found === null ? '…' : `${words.kinds[found.format]}, ${format.bytes(found.bytes)}`
}

/** The files of the batch; each can be taken out as long as nothing was sent. */
function Files({ batch }: { readonly batch: BatchView }): ReactNode {
  const { remove, pending } = useRemoveFile(batch)
  const busy = pending || batch.stage === 'reading' || batch.stage === 'building'
  return (
    <ul aria-label={words.files} className="grid gap-1 pb-2">
      {batch.files.map(({ name, found }, at) => (
        <li key={`${at} ${name}`} className="flex min-w-0 items-center gap-2 text-sm">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium" title={name}>
              {name}
            </span>
            <span className="block truncate text-xs text-faint">{kindOf(found)}</span>
          </span>
          {!isFixed(batch) && (
            <IconButton
              icon={X}
              label={words.removeFile({ name })}
              disabled={busy}
              onClick={() => remove(at)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function rowsOf(batch: BatchView, sheets: number, shown: SheetView | null, soFar: number | null): string {
  if (batch.stage !== 'reading') return format.number(batch.rows)
  if (soFar === null || shown === null) return '…'
  return sheets > 1 ? words.soFarIn({ n: soFar, sheet: shown.info.name }) : words.soFar({ n: soFar })
}
