// What is known of the file beside its rows: facts, what is hidden, warnings with their cells.
import { CircleCheck, EyeOff, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { FileWarning } from '../../../shared/sheet.ts'
import type { SheetView } from '../../../shared/views.ts'
import { delimiterWord } from '../../app/read-as-dialog.tsx'
import { format } from '../../parts/format.ts'
import { Callout, GroupLabel, SkeletonRows } from '../../parts/panel.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import type { FileFacts } from './file-facts.ts'
import { loadTexts as words } from './load-texts.ts'

export function LoadAside(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly facts: FileFacts | null
  readonly warnings: readonly FileWarning[] | null
  readonly onWarning: (warning: FileWarning) => void
}): ReactNode {
  const { batch, sheets } = props
  const hidden = sheets.filter((sheet) => sheet.info.hidden).map((sheet) => sheet.info.name)
  return (
    <aside
      aria-label={words.aside}
      className="flex w-76 shrink-0 flex-col gap-4 overflow-y-auto border-l border-line p-4"
    >
      <Facts batch={batch} sheets={sheets} facts={props.facts} />
      {hidden.length > 0 && (
        <Callout tone="info" icon={EyeOff}>
          {words.hiddenSheets(hidden)}
        </Callout>
      )}
      {batch.strayRows > 0 && (
        <Callout tone="warning" icon={TriangleAlert}>
          {words.stray(batch.strayRows)}
        </Callout>
      )}
      <Warnings {...props} />
    </aside>
  )
}

function Facts(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly facts: FileFacts | null
}): ReactNode {
  const { batch, facts, sheets } = props
  const lines: [string, ReactNode][] = [
    [words.facts.file, batch.fileName],
    ...(facts === null
      ? []
      : ([
          [
            words.facts.kind,
            `${facts.format === 'xlsx' ? words.workbook : words.delimited}, ${format.bytes(facts.bytes)}`,
          ],
          ...(facts.encoding === null ? [] : [[words.facts.encoding, facts.encoding]]),
          ...(facts.format === 'csv'
            ? [
                [
                  words.facts.delimiter,
                  facts.delimiter === null ? words.oneColumn : delimiterWord(facts.delimiter),
                ],
              ]
            : []),
        ] as [string, ReactNode][])),
    [words.facts.rows, batch.stage === 'reading' ? '…' : format.number(batch.rows)],
    [words.facts.sheets, format.number(sheets.length)],
    [words.facts.opened, <RelativeTime key="at" at={batch.createdAt} />],
  ]
  return (
    <section>
      <GroupLabel className="pb-1">{words.aside}</GroupLabel>
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

function Warnings(props: {
  readonly batch: BatchView
  readonly warnings: readonly FileWarning[] | null
  readonly onWarning: (warning: FileWarning) => void
}): ReactNode {
  const { warnings, batch } = props
  return (
    <section className="min-h-0">
      <GroupLabel>
        {words.warnings}
        {warnings !== null && warnings.length > 0 && ` (${format.number(warnings.length)})`}
      </GroupLabel>
      {warnings === null ? (
        <SkeletonRows rows={3} className="pt-2" />
      ) : warnings.length === 0 ? (
        <p className="flex items-start gap-2 pt-1 text-sm text-soft">
          {batch.stage === 'reading' ? (
            words.stillReading
          ) : (
            <>
              <CircleCheck size={14} aria-hidden className="mt-[3px] shrink-0 text-ok" />
              {words.noWarnings}
            </>
          )}
        </p>
      ) : (
        <>
          <p className="pb-1 text-xs text-faint">{words.warningsHint}</p>
          <ul className="-mx-2">
            {warnings.slice(0, 300).map((warning, index) => (
              <li key={index}>
                <button
                  type="button"
                  onClick={() => props.onWarning(warning)}
                  className="flex w-full items-start gap-2 rounded px-2 py-1.5 text-left hover:bg-hover"
                >
                  <TriangleAlert size={12} aria-hidden className="mt-1 shrink-0 text-warn" />
                  <span className="min-w-0">
                    <span className="block text-sm leading-[18px] wrap-break-word">{warning.message}</span>
                    <span className="block text-xs text-faint">
                      {[
                        warning.sheet,
                        warning.row === null ? null : format.number(warning.row),
                        warning.column,
                      ]
                        .filter((part) => part !== null)
                        .join(' · ')}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
