// Load step: shows the file's sheets while it is read, its reading options and warnings, and the button that
// continues to mapping. Critical messages (the same file, accounts of other batches, a failure) come first. Another
// file can be dropped anywhere.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, EyeOff, FilePlus2, FileX2, X } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { FileWarning } from '../../../shared/sheet/sheet.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import type { StepProps } from '../../accounts/batch-parts.ts'
import { api } from '../../app/engine.ts'
import { type OpenFile, RefusedFile, useOpenFile } from '../../accounts/file/open-file.tsx'
import { useAddFiles } from './use-batch-files.ts'
import { go, hrefOf, hrefOfStep, setParams } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { FooterActs } from '../../components/footer-acts.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { type Tab, Tabs } from '../../components/tabs.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { isFixed, withHeaderRow } from './choices.ts'
import { FailedFile } from './failed-file.tsx'
import { FirstThings } from './first-things.tsx'
import { LoadAside } from './load-aside.tsx'
import { loadTexts as words } from '../../texts/load/load.ts'
import { RowGrid, type Wanted } from './grid/row-grid.tsx'
import { type Reread, useReread } from './use-reread.tsx'
import { NewerVersion, VersionDrop } from '../../accounts/version/newer-version.tsx'
import { VersionReview } from '../../accounts/version/version-review.tsx'
import { VersionStrip } from '../../accounts/version/version-strip.tsx'

const firstRows = 200

export function LoadStep(props: StepProps): ReactNode {
  const { batch, params } = props
  // A newer version of a file is first compared with the earlier one, unless it could not be read.
  if (params['view'] === 'version' && batch.version.earlier !== null && batch.stage !== 'failed')
    return <VersionReview batch={batch} params={params} />
  return <TheFile {...props} />
}

function TheFile({ batch, params }: StepProps): ReactNode {
  const input = { batch: batch.id }
  const sheets = useQuery(api.sheets.list.queryOptions({ input }))
  const warnings = useQuery(api.batches.warnings.queryOptions({ input }))
  const reread = useReread(batch)
  const open = useOpenFile()
  const files = useAddFiles(batch)
  const add = takesFiles(batch) ? files : null
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const { all, kept } = useSheets(batch, sheets.data)
  const shown = shownOf(kept, params['sheet'])
  const rowsSoFar = useRowsSoFar(batch, all.length === 0 ? undefined : shown)

  function goTo({ sheet, row, column }: Pick<FileWarning, 'sheet' | 'row' | 'column'>): void {
    if (sheet === null) return
    if (sheet !== shown?.info.name) setParams({ sheet })
    setWanted({ sheet, row, column })
  }
  return (
    <VersionDrop batch={batch} open={open} add={add} className="flex h-full min-h-0 flex-col">
      <Toolbar batch={batch} sheets={kept} shown={shown} add={add} />
      <ReadingBar batch={batch} />
      <VersionStrip batch={batch} />
      <FirstThings batch={batch} />
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          {sheets.isError ? (
            <ErrorState error={sheets.error} onRetry={() => void sheets.refetch()} />
          ) : (
            <Rows
              batch={batch}
              sheets={all}
              shown={shown}
              pending={sheets.isPending}
              warnings={warnings.data ?? noWarnings}
              wanted={wanted}
              reread={reread}
            />
          )}
        </div>
        <LoadAside
          batch={batch}
          sheets={kept}
          shown={shown ?? null}
          rowsSoFar={rowsSoFar}
          warnings={warnings.data ?? null}
          reread={reread}
          onWarning={goTo}
          onRow={(place) => goTo({ ...place, column: null })}
        />
      </div>
      {reread.overlay}
    </VersionDrop>
  )
}

/** The sheet that is asked for, else the first that is not hidden. */
function shownOf(sheets: readonly SheetView[], asked: string | undefined): SheetView | undefined {
  return (
    sheets.find(({ info }) => info.name === asked) ?? sheets.find(({ info }) => !info.hidden) ?? sheets[0]
  )
}

/** Further files are read with the batch's own; not once anything was sent. */
function takesFiles(batch: BatchView): boolean {
  return !isFixed(batch) && batch.stage !== 'reading' && batch.stage !== 'building'
}

/** Over the lower edge of the toolbar. */
function ReadingBar({ batch }: { readonly batch: BatchView }): ReactNode {
  if (batch.work?.kind !== 'reading') return null
  return (
    <div className="absolute inset-x-0 top-[42px] z-20 h-0.5 overflow-hidden">
      <Progress
        label={texts.work.reading}
        done={batch.work.done}
        total={batch.work.total}
        className="rounded-none"
      />
    </div>
  )
}

const noWarnings: readonly FileWarning[] = []

/** While a file is read again its sheets are briefly missing: the previous ones are shown until then. */
function useSheets(
  batch: BatchView,
  now: readonly SheetView[] | undefined,
): { readonly all: readonly SheetView[]; readonly kept: readonly SheetView[] } {
  const before = useRef<readonly SheetView[]>([])
  const all = now ?? []
  if (all.length > 0 || batch.stage !== 'reading') before.current = all
  return { all, kept: before.current }
}

/** Rows of the shown sheet that are here already, while the file is read. The grid asks the same. */
function useRowsSoFar(batch: BatchView, shown: SheetView | undefined): number | null {
  const page = useQuery({
    ...api.sheets.page.queryOptions({
      input: { batch: batch.id, sheet: shown?.position ?? 0, offset: 0, limit: firstRows },
    }),
    enabled: batch.stage === 'reading' && shown !== undefined,
  })
  return page.data?.total ?? null
}

function Toolbar(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly shown: SheetView | undefined
  readonly add: OpenFile | null
}): ReactNode {
  const { batch, sheets, shown, add } = props
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-3">
      {shown !== undefined && (
        <Tabs
          label={words.sheets}
          look="filled"
          value={shown.info.name}
          onChange={(name) => setParams({ sheet: name })}
          tabs={sheets.map((sheet) => tabOf(batch, sheet))}
          className="min-w-0 overflow-x-auto"
        />
      )}
      {add !== null && (
        <>
          {add.input}
          <Button icon={FilePlus2} tone="quiet" busy={add.upload !== null} onClick={add.pick}>
            {words.addFile}
          </Button>
          {add.refused !== null && <RefusedFile open={add} refused={add.refused} />}
        </>
      )}
      <span className="ml-auto" />
      <NewerVersion batch={batch} />
      {batch.stage === 'reading' ? (
        <StopReading batch={batch} />
      ) : (
        batch.stage !== 'failed' && (
          <FooterActs>
            <LinkButton
              size="large"
              tone={batch.mapping === null ? 'primary' : 'plain'}
              href={hrefOfStep(batch.id, 'map')}
            >
              {batch.mapping === null ? words.toMap : words.seeMap}
              <ArrowRight size={14} aria-hidden />
            </LinkButton>
          </FooterActs>
        )
      )}
    </div>
  )
}

function tabOf({ files }: BatchView, sheet: SheetView): Tab<string> {
  const { name } = sheet.info
  const file = files.length > 1 ? files[sheet.file]?.name : undefined
  // The sheet of a text file is named like the file.
  const own = file?.startsWith(`${name}.`) === true
  return {
    value: name,
    label: (
      <>
        {own ? file : name}
        {file !== undefined && !own && <span className="font-normal text-faint">{file}</span>}
        {sheet.info.hidden && <EyeOff size={12} aria-label={words.hidden} />}
      </>
    ),
    ...(sheet.rowCount === null ? {} : { count: sheet.rowCount }),
  }
}

/** Stopping the first read of a file discards the batch; stopping a later read keeps it. */
function StopReading({ batch }: { readonly batch: BatchView }): ReactNode {
  const client = useQueryClient()
  const stop = useMutation(
    api.batches.cancel.mutationOptions({
      onSuccess: async () => {
        // The last row may have arrived before the stop request.
        const left = await client.fetchQuery({ ...api.batches.list.queryOptions(), staleTime: 0 })
        if (left.some((one) => one.id === batch.id)) return
        go(hrefOf({ page: 'home' }))
        toast.notice('info', words.stopped)
      },
      onError: toast.failed,
    }),
  )
  return (
    <Button icon={X} busy={stop.isPending} onClick={() => stop.mutate({ batch: batch.id })}>
      {words.stop}
    </Button>
  )
}

function Rows(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly shown: SheetView | undefined
  readonly pending: boolean
  readonly warnings: readonly FileWarning[]
  readonly wanted: Wanted | null
  readonly reread: Reread
}): ReactNode {
  const { batch, shown, reread } = props
  const name = shown?.info.name
  const warnings = useMemo(() => props.warnings.filter((one) => one.sheet === name), [props.warnings, name])
  if (batch.stage === 'failed' && props.sheets.length === 0)
    return <FailedFile batch={batch} reread={reread} />
  if (props.pending || (shown === undefined && batch.stage === 'reading'))
    return <SkeletonRows rows={8} className="p-4" />
  if (shown === undefined)
    return (
      <EmptyState icon={FileX2} title={words.noSheets}>
        {words.noSheetsBody}
      </EmptyState>
    )
  if (shown.rowCount === 0 && shown.info.above === undefined)
    return (
      <EmptyState icon={FileX2} title={words.emptySheet}>
        {words.emptySheetBody}
      </EmptyState>
    )
  return (
    <RowGrid
      key={shown.position}
      batch={batch.id}
      sheet={shown}
      warnings={warnings}
      wanted={props.wanted}
      onHeader={
        isFixed(batch)
          ? null
          : (row) =>
              reread.read(shown.file, withHeaderRow(reread.choicesOf(shown.file), shown.info.name, row))
      }
    />
  )
}
