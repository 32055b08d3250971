// The Load step: the file's sheets as it is read, what is odd about it, and the way on to mapping. What a person must
// know first (the same file, a failure) stands first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, EyeOff, FileX2, Files, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { FileWarning } from '../../../shared/sheet.ts'
import type { SheetView } from '../../../shared/views.ts'
import type { StepProps } from '../../app/batch-parts.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep, setParams } from '../../app/route.ts'
import { texts } from '../../app/texts.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Callout, EmptyState, ErrorState, SkeletonRows } from '../../parts/panel.tsx'
import { Progress } from '../../parts/progress.tsx'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { useFileFacts } from './file-facts.ts'
import { LoadAside } from './load-aside.tsx'
import { loadTexts as words } from './load-texts.ts'
import { ReadDifferently } from './read-differently.tsx'
import { RowGrid, type RowGridHandle } from './row-grid.tsx'

export function LoadStep({ batch, params }: StepProps): ReactNode {
  const input = { batch: batch.id }
  const sheets = useQuery({ ...api.sheets.list.queryOptions({ input }), placeholderData: keepPreviousData })
  const warnings = useQuery(api.batches.warnings.queryOptions({ input }))
  const facts = useFileFacts(batch.id)
  const [asking, setAsking] = useState<{ readonly headerRow: number | null } | null>(null)
  const grid = useRef<RowGridHandle>(null)
  const all = sheets.data ?? []
  const shown =
    all.find((one) => one.info.name === params['sheet']) ?? all.find((one) => !one.info.hidden) ?? all[0]

  function goTo(warning: FileWarning): void {
    const sheet = all.find((one) => one.info.name === warning.sheet)
    if (sheet !== undefined && sheet !== shown) setParams({ sheet: sheet.info.name })
    const { row } = warning
    if (row !== null) setTimeout(() => grid.current?.showRow(row), sheet === shown ? 0 : 120)
  }
  const marks = useMemo(
    () => marksOf(warnings.data ?? [], shown?.info.name),
    [warnings.data, shown?.info.name],
  )

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-3">
        {all.length > 0 && shown !== undefined && (
          <Tabs
            label={words.sheets}
            look="filled"
            value={shown.info.name}
            onChange={(name) => setParams({ sheet: name })}
            tabs={all.map(tabOf)}
            className="min-w-0 overflow-x-auto"
          />
        )}
        <span className="ml-auto" />
        <Button
          icon={SlidersHorizontal}
          onClick={() => setAsking({ headerRow: shown?.info.headerRow ?? null })}
        >
          {words.readDifferently}
        </Button>
        {batch.stage !== 'reading' && batch.stage !== 'failed' && (
          <LinkButton tone={batch.mapping === null ? 'primary' : 'plain'} href={hrefOfStep(batch.id, 'map')}>
            {batch.mapping === null ? words.toMap : words.seeMap}
            <ArrowRight size={14} aria-hidden />
          </LinkButton>
        )}
      </div>
      {batch.work?.kind === 'reading' && (
        <Progress
          label={texts.work.reading}
          done={batch.work.done}
          total={batch.work.total}
          className="h-0.5 shrink-0 rounded-none"
        />
      )}
      {batch.sameFileAs.length > 0 && <SameFile batch={batch} />}
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          {batch.stage === 'failed' && all.length === 0 ? (
            <Failed batch={batch} onAgain={() => setAsking({ headerRow: null })} />
          ) : sheets.isError ? (
            <ErrorState error={sheets.error} onRetry={() => void sheets.refetch()} />
          ) : shown === undefined ? (
            <NoRows batch={batch} pending={sheets.isPending} />
          ) : shown.rowCount === 0 ? (
            <EmptyState icon={FileX2} title={words.emptySheet}>
              {words.emptySheetBody}
            </EmptyState>
          ) : (
            <RowGrid
              key={shown.position}
              ref={grid}
              batch={batch.id}
              sheet={shown}
              marks={marks}
              onHeader={(headerRow) => setAsking({ headerRow })}
            />
          )}
        </div>
        <LoadAside
          batch={batch}
          sheets={all}
          facts={facts}
          warnings={warnings.data ?? null}
          onWarning={goTo}
        />
      </div>
      {asking !== null && (
        <ReadDifferently
          batch={batch}
          headerRow={asking.headerRow}
          text={facts === null ? !batch.fileName.toLowerCase().endsWith('.xlsx') : facts.format === 'csv'}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}

function marksOf(warnings: readonly FileWarning[], sheet: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    warnings
      .filter((one) => one.sheet === sheet && one.row !== null && one.column !== null)
      .map((one) => [`${one.row} ${one.column}`, one.message]),
  )
}

function tabOf(sheet: SheetView): Tab<string> {
  return {
    value: sheet.info.name,
    label: (
      <>
        {sheet.info.name}
        {sheet.info.hidden && <EyeOff size={12} aria-label={words.hidden} />}
      </>
    ),
    ...(sheet.rowCount === null ? {} : { count: sheet.rowCount }),
  }
}

function NoRows({ batch, pending }: { readonly batch: BatchView; readonly pending: boolean }): ReactNode {
  if (pending || batch.stage === 'reading') return <SkeletonRows rows={8} className="p-4" />
  return (
    <EmptyState icon={FileX2} title={words.noSheets}>
      {words.emptySheetBody}
    </EmptyState>
  )
}

function Failed({ batch, onAgain }: { readonly batch: BatchView; readonly onAgain: () => void }): ReactNode {
  return (
    <EmptyState
      icon={FileX2}
      title={words.failed}
      actions={
        <Button icon={SlidersHorizontal} onClick={onAgain}>
          {words.readDifferently}
        </Button>
      }
    >
      <p>{batch.failure?.message}</p>
      <p className="mt-1 text-xs text-faint">{batch.failure?.code}</p>
    </EmptyState>
  )
}

function SameFile({ batch }: { readonly batch: BatchView }): ReactNode {
  const batches = useQuery(api.batches.list.queryOptions())
  const others = (batches.data ?? []).filter((one) => batch.sameFileAs.includes(one.id))
  return (
    <Callout
      tone="warning"
      icon={Files}
      title={words.sameFile}
      className="m-3 mb-0 shrink-0"
      actions={others.slice(0, 3).map((one) => (
        <LinkButton key={one.id} size="small" href={hrefOfStep(one.id, 'load')}>
          {one.name}
        </LinkButton>
      ))}
    >
      {words.sameFileBody(batch.sameFileAs.length)}
    </Callout>
  )
}
