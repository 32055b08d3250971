// Makes the report and hands its files over: saved by the browser under the web host, shown in their folder in Electron.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, ExternalLink, FileCheck, FileText, FolderOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { onTheWay } from '../../app/batch-parts.ts'
import { engine } from '../../app/engine.ts'
import { hasNativeDialogs, pickReportFolder, saveReportFile } from '../../app/files.ts'
import { Button } from '../../parts/button.tsx'
import { cx } from '../../parts/classes.ts'
import { format } from '../../parts/format.ts'
import { Progress } from '../../parts/progress.tsx'
import { toast } from '../../parts/toast.tsx'
import { listFiles, readReportFile, readSizes, type ReportFile } from './report-files.ts'
import { keepReport, type MadeReport, movedSince } from './report-memory.ts'
import { reportTexts } from './report-texts.ts'
import { SummaryPreview } from './summary-preview.tsx'

const words = reportTexts.files

function useMakeReport(batch: BatchView) {
  return useMutation({
    mutationFn: async () => {
      const place = await pickReportFolder()
      if (place === null) return
      const counts = { states: batch.states, outcomes: batch.outcomes }
      const report = await engine.batches.report({ batch: batch.id, folder: place.folder })
      keepReport(batch.id, { ...report, at: Date.now(), counts })
    },
    onError: toast.failed,
  })
}

export function FilesPanel(props: {
  readonly batch: BatchView
  readonly made: MadeReport | null
}): ReactNode {
  const { batch, made } = props
  const make = useMakeReport(batch)
  const underWay = onTheWay(batch)
  const moved = made === null ? 0 : movedSince(made.counts, batch)
  const work = batch.work?.kind === 'reporting' ? batch.work : null
  return (
    <section aria-labelledby="files-heading" className="px-5 pt-4 pb-4">
      <header className="flex min-h-8 items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="files-heading" className="text-md font-semibold">
            {words.heading}
          </h2>
          <p role="status" className="text-xs text-soft">
            {make.isPending
              ? reportTexts.making
              : made === null
                ? reportTexts.notMade
                : reportTexts.made(made.at)}
          </p>
        </div>
        <Button
          tone={made === null || moved > 0 ? 'primary' : 'plain'}
          icon={FileCheck}
          busy={make.isPending}
          onClick={() => make.mutate()}
        >
          {made === null ? reportTexts.make : reportTexts.again}
        </Button>
      </header>
      <div className="mt-2 h-1">
        {make.isPending && (
          <Progress label={reportTexts.making} done={work?.done ?? 0} total={work?.total ?? null} />
        )}
      </div>
      <p role="status" className={cx('min-h-5 text-sm', moved > 0 ? 'font-medium text-warn' : 'text-soft')}>
        {moved > 0 ? reportTexts.outdated(moved) : underWay > 0 && reportTexts.interim(underWay)}
      </p>
      {made === null ? <Waiting /> : <Files batch={batch.id} made={made} />}
    </section>
  )
}

/** The files as they will be, so that making the report moves nothing. */
function Waiting(): ReactNode {
  const names = ['summary.html', 'results.xlsx', 'results.csv', 'errors.csv', 'fix-me.xlsx', 'summary.json']
  const files = listFiles(Object.fromEntries(names.map((name) => [name, name])))
  return (
    <ul aria-label={words.none} className="mt-2">
      {files.map((file) => (
        <FileLine key={file.name} file={file} size={null} quiet />
      ))}
    </ul>
  )
}

function Files(props: { readonly batch: number; readonly made: MadeReport }): ReactNode {
  const { batch, made } = props
  const [open, setOpen] = useState(false)
  const sizes = useQuery({
    queryKey: ['report-sizes', batch, made.at],
    queryFn: async ({ signal }) => readSizes(await readReportFile(batch, 'summary.json', signal)),
    enabled: !hasNativeDialogs,
    staleTime: Infinity,
    retry: false,
  })
  return (
    <>
      <ul aria-label={words.heading} className="mt-2">
        {listFiles(made.files).map((file) => (
          <FileLine
            key={file.name}
            file={file}
            size={sizes.data?.[file.name] ?? null}
            actions={
              <>
                {file.name === 'summary.html' && !hasNativeDialogs && (
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
            }
          />
        ))}
      </ul>
      {hasNativeDialogs && <p className="mt-2 text-xs break-all text-soft">{words.folder(made.folder)}</p>}
      {!hasNativeDialogs && (
        <SummaryPreview batch={batch} madeAt={made.at} open={open} onClose={() => setOpen(false)} />
      )}
    </>
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
      aria-label={words.saveFile(file.name)}
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
    <li className="flex h-12 items-center gap-3 border-b border-line last:border-b-0">
      <FileText size={16} strokeWidth={1.6} aria-hidden className="shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={props.quiet === true ? 'text-soft' : 'font-medium'}>{file.name}</span>
          {props.size !== null && (
            <span className="text-xs text-soft tabular-nums">{format.bytes(props.size)}</span>
          )}
        </span>
        <span className="block truncate text-xs text-soft">{file.note}</span>
      </span>
      <span className="flex shrink-0 gap-1.5">{props.actions}</span>
    </li>
  )
}
