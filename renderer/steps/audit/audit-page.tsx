// Audit log page: the newest lines first, with who did what and when, a check of the seals, and the log as a file.
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Download, ScrollText, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AuditLine, AuditVerdict } from '../../../shared/audit/audit-seal.ts'
import { api, engine } from '../../app/engine.ts'
import { saveText } from '../../app/host/files.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { TabPane, Tabs } from '../../components/tabs.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { auditTexts as words } from '../../texts/audit.ts'
import { format } from '../../texts/format.ts'
import { DataFolder } from './data-folder.tsx'
import { detailWords } from './detail-words.ts'
import { ProgramLog } from './program-log.tsx'

const columns =
  'grid grid-cols-[3.5rem_13rem_minmax(6rem,0.7fr)_minmax(10rem,1fr)_3.5rem_minmax(0,2.2fr)] gap-3 px-5'

/** The audit log, the program's own log, and the folder that holds both. */
export function AuditPage(): ReactNode {
  const [shown, setShown] = useState<'audit' | 'program' | 'folder'>('audit')
  return (
    <Tabs
      label={words.heading}
      value={shown}
      onChange={setShown}
      tabs={[
        { value: 'audit', label: words.heading },
        { value: 'program', label: words.program.heading },
        { value: 'folder', label: words.folder.heading },
      ]}
      className="flex h-full min-h-0 flex-col"
    >
      <TabPane value="audit" className="min-h-0 flex-1">
        <AuditLog />
      </TabPane>
      <TabPane value="program" className="min-h-0 flex-1">
        <ProgramLog />
      </TabPane>
      <TabPane value="folder" className="min-h-0 flex-1">
        <DataFolder />
      </TabPane>
    </Tabs>
  )
}

function AuditLog(): ReactNode {
  const pages = useInfiniteQuery(
    api.audit.newest.infiniteOptions({
      input: (before: number | null) => ({ before }),
      initialPageParam: null,
      getNextPageParam: (page) => page.at(-1)?.seq ?? null,
      staleTime: 0,
    }),
  )
  const connections = useQuery(api.connections.list.queryOptions()).data ?? []
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.data === undefined) return <SkeletonRows className="p-6" rows={8} />
  const lines = pages.data.pages.flat()
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Head />
      {lines.length === 0 ? (
        <EmptyState icon={ScrollText} title={words.none}>
          {words.noneWords}
        </EmptyState>
      ) : (
        <>
          <div className={cx(columns, 'border-y border-line py-1.5 text-xs text-soft')}>
            <span>{words.columns.number}</span>
            <span>{words.columns.time}</span>
            <span>{words.columns.operator}</span>
            <span>{words.columns.action}</span>
            <span>{words.columns.batch}</span>
            <span>{words.columns.details}</span>
          </div>
          <VirtualList
            label={words.heading}
            items={lines}
            rowHeight={30}
            keyOf={({ seq }) => seq}
            onEnd={() => {
              if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
            }}
            className="min-h-0 flex-1"
          >
            {(line) => <Line line={line} connections={connections} />}
          </VirtualList>
        </>
      )}
    </div>
  )
}

function Head(): ReactNode {
  const verify = useMutation(api.audit.verify.mutationOptions({ onError: toast.failed }))
  const save = useMutation({
    mutationFn: () =>
      saveText({
        write: async (folder) => (await engine.audit.write({ folder })).path,
        print: async () => ({ fileName: words.fileName, text: await wholeLog() }),
      }),
    onSuccess: (path) => path !== null && toast.done(words.saved({ path })),
    onError: toast.failed,
  })
  return (
    <header className="flex flex-wrap items-start gap-3 px-5 py-4">
      <div className="min-w-80 flex-1">
        <p className="max-w-[75ch] text-soft">{words.intro}</p>
        <p role="status" className="mt-1.5 min-h-5">
          {verify.isPending ? words.verifying : verify.data !== undefined && <Verdict of={verify.data} />}
        </p>
      </div>
      <Button icon={ShieldCheck} busy={verify.isPending} onClick={() => verify.mutate(undefined)}>
        {words.verify}
      </Button>
      <Button icon={Download} busy={save.isPending} onClick={() => save.mutate()}>
        {words.save}
      </Button>
    </header>
  )
}

function Verdict({ of: { lines, fault } }: { readonly of: AuditVerdict }): ReactNode {
  const Icon = fault === null ? CircleCheck : CircleAlert
  return (
    <span
      className={cx('inline-flex items-center gap-1.5 font-medium', fault === null ? 'text-ok' : 'text-bad')}
    >
      <Icon size={15} aria-hidden />
      {fault === null ? words.sound({ lines }) : `${faultWords(fault)} ${words.faultWords}`}
    </span>
  )
}

function faultWords(fault: NonNullable<AuditVerdict['fault']>): string {
  switch (fault.kind) {
    case 'changed':
      return words.faults.changed(fault)
    case 'missing':
      return words.faults.missing(fault)
    case 'moved':
      return words.faults.moved(fault)
    case 'cut':
      return words.faults.cut(fault)
    case 'added':
      return words.faults.added(fault)
  }
}

function Line(props: {
  readonly line: AuditLine
  readonly connections: Parameters<typeof detailWords>[1]
}): ReactNode {
  const { seq, at, operator, action, batch, details } = props.line
  const said = detailWords(details, props.connections)
  return (
    <div className={cx(columns, 'h-full items-center')}>
      <span className="text-soft tabular-nums">{format.number(seq)}</span>
      <span className="truncate tabular-nums">{format.moment(Date.parse(at))}</span>
      <span className="truncate">{operator === '' ? words.byItself : operator}</span>
      <span className={cx('truncate', action === 'refused' && 'text-bad')} title={action}>
        {wordsOf(action)}
      </span>
      <span className="text-soft tabular-nums">{batch === null ? '' : format.number(batch)}</span>
      <span className="truncate text-soft" title={said}>
        {said}
      </span>
    </div>
  )
}

/** A call that is not in the texts is shown by its name. */
function wordsOf(action: string): string {
  return isKnown(action) ? words.actions[action] : action
}

function isKnown(action: string): action is keyof typeof words.actions {
  return action in words.actions
}

/** As `carryover audit export` prints it, so that `carryover audit verify` checks it. */
async function wholeLog(): Promise<string> {
  let text = ''
  await engine.audit.startExport()
  for (let after = 0; ; ) {
    const { lines, head } = await engine.audit.page({ after })
    const last = lines.at(-1)
    text += lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    if (last === undefined || last.seq >= head.seq) return `${text}${JSON.stringify(head)}\n`
    after = last.seq
  }
}
