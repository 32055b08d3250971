// The program's own log, newest first, and the support file: shown whole, so that a person reads it before sending it.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, LifeBuoy, RefreshCw, ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LogEntry, LogLine } from '../../../shared/contract/support.ts'
import { currentFormat } from '../../../shared/texts/current.ts'
import { api, engine } from '../../app/engine.ts'
import { saveText } from '../../app/host/files.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { CodeView } from '../../components/payload/code-view.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { auditTexts } from '../../texts/audit.ts'
import { texts } from '../../texts/common.ts'
import { format, tookWords } from '../../texts/format.ts'

const words = auditTexts.program
const columns = 'grid grid-cols-[11rem_9rem_minmax(0,1fr)] gap-3 px-5'

export function ProgramLog(): ReactNode {
  const log = useQuery({ ...api.support.log.queryOptions(), staleTime: 0 })
  const [reading, setReading] = useState(false)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex flex-wrap items-start gap-3 px-5 py-4">
        <p className="max-w-[75ch] min-w-80 flex-1 text-soft">{words.intro}</p>
        <Button icon={RefreshCw} busy={log.isFetching} onClick={() => void log.refetch()}>
          {words.refresh}
        </Button>
        <Button icon={LifeBuoy} onClick={() => setReading(true)}>
          {words.support}
        </Button>
      </header>
      {log.isError ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : log.data === undefined ? (
        <SkeletonRows className="p-6" rows={6} />
      ) : log.data.length === 0 ? (
        <EmptyState icon={ScrollText} title={words.none}>
          {words.noneWords}
        </EmptyState>
      ) : (
        <VirtualList
          label={words.heading}
          items={log.data}
          rowHeight={30}
          keyOf={({ at }, index) => `${at} ${index}`}
          className="min-h-0 flex-1 border-t border-line"
        >
          {(line) => <Line line={line} />}
        </VirtualList>
      )}
      {reading && <SupportDialog onClose={() => setReading(false)} />}
    </div>
  )
}

function Line({ line: { at, entry } }: { readonly line: LogLine }): ReactNode {
  const isBad = entry.kind === 'fault' || entry.kind === 'damaged'
  const facts = factsOf(entry)
  return (
    <div className={cx(columns, 'h-full items-center')}>
      <span className="truncate tabular-nums">{format.dateTime(Date.parse(at))}</span>
      <span className={cx('truncate', isBad && 'font-medium text-bad')}>{words.kinds[entry.kind]}</span>
      <span className="truncate font-mono text-xs text-soft" title={facts}>
        {facts}
      </span>
    </div>
  )
}

function factsOf(entry: LogEntry): string {
  switch (entry.kind) {
    case 'started':
      return [entry.version, `Node ${entry.node}`, entry.platform].join(' · ')
    case 'ended':
      return ''
    case 'slow':
      return `${entry.call} · ${tookWords(entry.ms)}`
    case 'refused':
      return `${entry.call} · ${entry.code}`
    case 'fault':
      return [entry.call, entry.name, entry.code, ...entry.frames].filter((part) => part !== null).join(' · ')
    case 'damaged':
      return entry.code
  }
}

/** As it was read. */
type SupportFile = Awaited<ReturnType<typeof engine.support.file>>

function SupportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { language, locale } = currentFormat()
  const input = { inLanguage: { language, locale } }
  const file = useQuery({
    ...api.support.file.queryOptions({ input }),
    staleTime: 0,
    gcTime: 0,
    // What is shown is what is saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const save = useMutation({
    mutationFn: async (read: SupportFile) =>
      saveText({
        write: async (folder) => (await engine.support.write({ folder, id: read.id })).path,
        print: () => Promise.resolve(read),
      }),
    onSuccess: (path) => path !== null && toast.done(auditTexts.saved({ path })),
    onError: toast.failed,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={words.support}
      description={words.supportWords}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.close}</Button>
          <Button
            tone="primary"
            icon={Download}
            busy={save.isPending}
            disabled={file.data === undefined}
            onClick={() => file.data !== undefined && save.mutate(file.data)}
          >
            {auditTexts.save}
          </Button>
        </>
      }
    >
      {file.isError ? (
        <ErrorState error={file.error} onRetry={() => void file.refetch()} />
      ) : file.data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <CodeView
          label={words.support}
          text={file.data.text}
          className="h-[60vh] overflow-auto whitespace-pre-wrap wrap-anywhere"
        />
      )}
    </Dialog>
  )
}
