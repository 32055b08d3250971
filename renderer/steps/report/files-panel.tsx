// Panel that creates the report and offers its files: as browser downloads under the web host, in their folder in
// Electron.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, ExternalLink, FileCheck, FileText, FolderDown, FolderOpen, ListChecks } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { isWithheld, reportFiles, usualReportChoice } from '../../../shared/contract/report.ts'
import { api, engine } from '../../app/engine.ts'
import { useStopWork } from '../../accounts/live/stop-work.ts'
import { useMakeReport } from '../../accounts/make-report.tsx'
import { hasNativeDialogs, saveReportFile, saveWholeReport } from '../../app/host/files.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { Progress } from '../../components/charts/progress.tsx'
import { useNow } from '../../components/text/relative-time.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { ContentsDialog } from './contents-dialog.tsx'
import type { CurrentState } from './made-report.ts'
import { isServed, listFiles, readReportFile, readSizes, type ReportFile } from './report-files.ts'
import { reportTexts } from '../../texts/report.ts'
import { SummaryPreview } from './summary-preview.tsx'

const words = reportTexts.files

type Report = NonNullable<BatchView['report']>

export function FilesPanel(props: {
  readonly batch: BatchView
  /** Null: no report was made. */
  readonly currentState: CurrentState | null
}): ReactNode {
  const { batch, currentState } = props
  const made = batch.report
  const { make, isMaking } = useMakeReport(batch)
  const now = useNow()
  const underWay = onTheWay(batch)
  const moved = currentState?.kind === 'known' ? currentState.moved : 0
  const stale = moved > 0 || currentState?.kind === 'unknown'
  const { makeButton, returnFocus } = useFocusAfterStop(isMaking)
  return (
    <section aria-labelledby="files-heading" className="px-5 pt-4 pb-4">
      <header className="flex min-h-8 items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="files-heading" className="text-md font-semibold">
            {words.heading}
          </h2>
          <p role="status" className="text-xs text-soft">
            {isMaking ? reportTexts.making : made === null ? reportTexts.notMade : madeWords(made.at, now)}
          </p>
        </div>
        <Button
          ref={makeButton}
          data-guide="make-report"
          tone={made === null || stale ? 'primary' : 'plain'}
          icon={FileCheck}
          busy={isMaking}
          onClick={make}
        >
          {made === null ? reportTexts.make : reportTexts.again}
        </Button>
      </header>
      {/* Shared space for progress and for sign-off obstacles, so that neither moves the files. */}
      <div className="mt-1 flex min-h-6 items-center gap-3">
        {isMaking ? (
          <Making batch={batch} onStop={returnFocus} />
        ) : (
          <p role="status" className={cx('text-sm', stale ? 'font-medium text-warn' : 'text-soft')}>
            {moved > 0
              ? reportTexts.outdated({ accounts: moved })
              : stale
                ? reportTexts.unknown
                : underWay > 0 && reportTexts.interim({ accounts: underWay })}
          </p>
        )}
      </div>
      {made === null ? <Waiting batch={batch.id} /> : <Files batch={batch} made={made} />}
      <Contents batch={batch.id} />
    </section>
  )
}

/** How far it is, with its stop; before it begins, a person may still be choosing its folder. */
function Making(props: { readonly batch: BatchView; readonly onStop: () => void }): ReactNode {
  const { batch } = props
  const { stop, isStopping } = useStopWork()
  const work = batch.work?.kind === 'reporting' ? batch.work : null
  return (
    <>
      <Progress
        label={reportTexts.making}
        done={work?.done ?? 0}
        total={work?.total ?? null}
        className="flex-1"
      />
      {work !== null && (
        <Button
          size="small"
          busy={isStopping}
          onClick={() => {
            props.onStop()
            stop(batch, 'report')
          }}
        >
          {reportTexts.stop}
        </Button>
      )}
    </>
  )
}

/** The button that stops a report goes with it, so the one that makes it takes its focus. */
function useFocusAfterStop(isMaking: boolean) {
  const makeButton = useRef<HTMLButtonElement>(null)
  const isStopped = useRef(false)
  useEffect(() => {
    if (isMaking || !isStopped.current) return
    isStopped.current = false
    if (document.activeElement === document.body) makeButton.current?.focus()
  }, [isMaking])
  const returnFocus = (): void => {
    isStopped.current = true
  }
  return { makeButton, returnFocus }
}

/** The time of a report of today, the date and time of an earlier one. */
function madeWords(at: number, now: number): string {
  return format.day(at) === format.day(now)
    ? reportTexts.madeToday({ time: format.time(at) })
    : reportTexts.madeEarlier({ time: format.dateTime(at) })
}

/** Placeholders for the files, so that creating the report moves nothing. */
function Waiting({ batch }: { readonly batch: number }): ReactNode {
  const chosen = useQuery(api.report.choice.queryOptions({ input: { batch } }))
  const kinds = ['summary_html', 'summary_json', ...(chosen.data?.choice ?? usualReportChoice).files] as const
  const files = listFiles(Object.fromEntries(kinds.map((kind) => [kind, reportFiles[kind]])))
  return (
    <ul aria-label={words.none}>
      {files.map((file) => (
        <FileLine key={file.name} file={file} size={null} quiet />
      ))}
    </ul>
  )
}

function Files(props: { readonly batch: BatchView; readonly made: Report }): ReactNode {
  const { made } = props
  const batch = props.batch.id
  const served = isServed(props.batch)
  const [open, setOpen] = useState(false)
  const sizes = useQuery({
    queryKey: ['report-sizes', batch, made.at],
    queryFn: async ({ signal }) => readSizes(await readReportFile(batch, 'summary.json', signal)),
    enabled: served,
    staleTime: Infinity,
    retry: false,
  })
  return (
    <>
      <ul aria-label={words.heading}>
        {listFiles(made.files).map((file) => (
          <FileLine
            key={file.name}
            file={file}
            size={sizes.data?.[file.name] ?? null}
            actions={
              (served || hasNativeDialogs) && (
                <>
                  {file.name === 'summary.html' && served && (
                    <Button
                      size="small"
                      icon={ExternalLink}
                      aria-label={words.previewFile}
                      onClick={() => setOpen(true)}
                    >
                      {words.preview}
                    </Button>
                  )}
                  <SaveButton batch={batch} file={file} />
                </>
              )
            }
          />
        ))}
      </ul>
      {(served || hasNativeDialogs) && <SaveAll batch={props.batch} />}
      {!served && <p className="mt-2 text-xs break-all text-soft">{words.folder({ folder: made.folder })}</p>}
      {served && <SummaryPreview batch={batch} madeAt={made.at} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

function Contents({ batch }: { readonly batch: number }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button icon={ListChecks} onClick={() => setOpen(true)}>
          {reportTexts.contents.open}
        </Button>
        <SensitiveNote batch={batch} />
      </div>
      {open && <ContentsDialog batch={batch} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What the next report does with the sensitive columns; nothing where there are none. */
function SensitiveNote({ batch }: { readonly batch: number }): ReactNode {
  const { data } = useQuery({ ...api.report.choice.queryOptions({ input: { batch } }), staleTime: 0 })
  if (data === undefined) return null
  const sensitive = data.columns.filter(({ isSensitive, isKey }) => isSensitive && !isKey)
  if (sensitive.length === 0) return null
  const withheld = sensitive.filter((column) => isWithheld(data.choice, column)).length
  const counts = { withheld, shown: sensitive.length - withheld }
  return (
    <p className={cx('text-xs', counts.shown > 0 ? 'text-warn' : 'text-soft')}>
      {reportTexts.contents.sensitiveNow(counts)}
    </p>
  )
}

function SaveAll({ batch }: { readonly batch: BatchView }): ReactNode {
  const save = useMutation({
    mutationFn: () =>
      saveWholeReport(batch, async (folder) => {
        const { files } = await engine.batches.copyReport({ batch: batch.id, folder })
        toast.done(words.savedAll({ files, folder }))
      }),
    onError: toast.failed,
  })
  return (
    <Button className="mt-2 mr-2" icon={FolderDown} busy={save.isPending} onClick={() => save.mutate()}>
      {words.saveAll}
    </Button>
  )
}

function SaveButton(props: { readonly batch: number; readonly file: ReportFile }): ReactNode {
  const { batch, file } = props
  const save = useMutation({
    mutationFn: () => saveReportFile(batch, file.name, file.path),
    onError: toast.failed,
  })
  return (
    <Button
      size="small"
      icon={hasNativeDialogs ? FolderOpen : Download}
      busy={save.isPending}
      aria-label={words.saveFile({ file: file.name })}
      onClick={() => save.mutate()}
    >
      {hasNativeDialogs ? words.show : words.save}
    </Button>
  )
}

function FileLine(props: {
  readonly file: ReportFile
  readonly size: number | null
  readonly quiet?: boolean
  readonly actions?: ReactNode
}): ReactNode {
  const { file } = props
  return (
    <li className="flex h-12 items-center gap-2 border-b border-line last:border-b-0">
      <FileText size={16} strokeWidth={1.6} aria-hidden className="shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={props.quiet === true ? 'text-soft' : 'font-medium'}>{file.name}</span>
          {props.size !== null && (
            <span className="text-xs whitespace-nowrap text-soft tabular-nums">
              {format.bytes(props.size)}
            </span>
          )}
        </span>
        <span className="block truncate text-xs text-soft" title={file.note}>
          {file.note}
        </span>
      </span>
      <span className="flex shrink-0 gap-1.5">{props.actions}</span>
    </li>
  )
}
