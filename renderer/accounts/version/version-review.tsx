// Review of a newer version of a file. It compares the old file, our edits and the new file list by list, shows what
// the user must decide, and merges.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Columns3, GitCompare, LoaderCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { VersionView } from '../../../shared/contract/fixing/versions.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep, setParams } from '../../app/route.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { EmptyState, ErrorState, GroupLabel, SkeletonRows } from '../../components/panel.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { ConflictList } from './conflict-list.tsx'
import { LineLines, SaveChanged } from './line-list.tsx'
import { type Comparing, useComparing, useVersion } from './use-version.ts'
import { VersionBar } from './version-bar.tsx'
import { VersionColumns } from './version-columns.tsx'
import { firstList, type ListEntry, listGroups, type ListName } from './version-lists.ts'
import { versionTexts as words } from '../../texts/load/version.ts'

/** Of cells that only the file changed, the engine lists so many for each column. */
const listedOfColumn = 200

export function VersionReview(props: {
  readonly batch: BatchView
  readonly params: Readonly<Record<string, string>>
}): ReactNode {
  const { batch } = props
  const version = useVersion(batch)
  const comparing = useComparing(batch, version.data)
  if (version.isError && version.data === undefined)
    return <ErrorState error={version.error} onRetry={() => void version.refetch()} />
  if (version.data === undefined) return <SkeletonRows rows={8} className="p-4" />
  return (
    <div className="flex h-full min-h-0 flex-col">
      <VersionBar batch={batch} view={version.data} comparing={comparing} />
      {version.data.version.merge !== 'none' && <MergeLine view={version.data} />}
      {version.data.comparison === null ? (
        <NotYet batch={batch} view={version.data} comparing={comparing} />
      ) : (
        <Found batch={batch} view={version.data} comparing={comparing} wanted={props.params['list']} />
      )}
    </div>
  )
}

/** What the merge is doing, or did. */
function MergeLine({ view }: { readonly view: VersionView }): ReactNode {
  const due = view.version.merge === 'due'
  const Icon = due ? LoaderCircle : CircleCheck
  return (
    <p
      role="status"
      className={cx(
        'flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-4 py-1.5 text-sm',
        due ? 'bg-head text-soft' : 'bg-ok-bg text-ok',
      )}
    >
      <Icon size={15} aria-hidden className={cx('shrink-0', due && 'animate-spin')} />
      {due ? words.merging : [words.merged, ...did(view.marks)].join(' · ')}
    </p>
  )
}

function NotYet(props: {
  readonly batch: BatchView
  readonly view: VersionView
  readonly comparing: Comparing
}): ReactNode {
  const { batch, view, comparing } = props
  if (batch.stage === 'mapping')
    return (
      <EmptyState
        icon={Columns3}
        title={words.toMap}
        actions={
          <LinkButton tone="primary" href={hrefOfStep(batch.id, 'map')}>
            {words.toMap}
          </LinkButton>
        }
      >
        {words.toMapBody}
      </EmptyState>
    )
  const { work } = batch
  if (batch.stage !== 'open')
    return (
      <EmptyState icon={GitCompare} title={words.reading}>
        {work !== null && (
          <Progress label={words.reading} done={work.done} total={work.total} className="mt-3 w-72" />
        )}
      </EmptyState>
    )
  const { now } = comparing
  return (
    <EmptyState
      icon={GitCompare}
      title={now === null ? words.compare : words.comparing}
      actions={
        now === null ? (
          <Button tone="primary" disabled={view.earlier?.open !== true} onClick={comparing.start}>
            {words.compare}
          </Button>
        ) : (
          <Button onClick={comparing.stop}>{words.stop}</Button>
        )
      }
    >
      {view.earlier?.open === true ? words.compareBody : words.earlierBusy}
      {now !== null && (
        <Progress
          label={words.comparing}
          done={now.done}
          total={now.total === 0 ? null : now.total}
          className="mt-3 w-72"
        />
      )}
    </EmptyState>
  )
}

function Found(props: {
  readonly batch: BatchView
  readonly view: VersionView
  readonly comparing: Comparing
  readonly wanted: string | undefined
}): ReactNode {
  const { batch, view, comparing } = props
  const sheets = useQuery(api.sheets.list.queryOptions({ input: { batch: batch.id } }))
  const groups = listGroups(view)
  const entries = groups.flatMap((group) => group.entries)
  const entry = entries.find(({ list }) => list === props.wanted)
  // The shown list does not change by itself when its count changes.
  const [begun] = useState(() => firstList(groups))
  const list: ListName = entry?.list ?? entries.find((one) => one.list === begun)?.list ?? firstList(groups)
  const shown = entries.find((one) => one.list === list)
  const columns = view.comparison?.columns ?? []
  return (
    <div className="relative flex min-h-0 flex-1">
      {comparing.now !== null && (
        <div className="absolute inset-x-0 top-0 z-20 h-0.5">
          <Progress
            label={words.comparing}
            done={comparing.now.done}
            total={comparing.now.total === 0 ? null : comparing.now.total}
            className="h-0.5 rounded-none"
          />
        </div>
      )}
      <Lists groups={groups} list={list} />
      <section aria-label={words.lists[list].label} className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-11 shrink-0 items-center gap-3 border-b border-line px-4 py-2">
          <p className="min-w-0 flex-1 text-sm text-soft">
            {words.lists[list].say({ n: shown?.count ?? 0 })}
            {list === 'file' && columns.some(({ changed }) => changed > listedOfColumn) && ` ${words.notAll}`}
          </p>
          {list === 'changed' && <SaveChanged batch={batch.id} lines={shown?.count ?? 0} />}
        </div>
        {list === 'columns' ? (
          <VersionColumns columns={columns} />
        ) : list === 'conflicts' ? (
          <ConflictList batch={batch.id} view={view} sheets={sheets.data ?? []} />
        ) : (
          <LineLines key={list} batch={batch.id} view={view} list={list} sheets={sheets.data ?? []} />
        )}
      </section>
    </div>
  )
}

function Lists(props: {
  readonly groups: ReturnType<typeof listGroups>
  readonly list: ListName
}): ReactNode {
  return (
    <nav
      aria-label={words.nav}
      className="flex w-64 shrink-0 flex-col gap-3 max-xl:w-52 overflow-y-auto border-r border-line bg-bg px-2 py-3"
    >
      {props.groups.map((group) => (
        <div key={group.label}>
          <GroupLabel className="px-2.5 pb-1">{group.label}</GroupLabel>
          <ul>
            {group.entries.map((one) => (
              <li key={one.list}>
                <ListLink entry={one} current={one.list === props.list} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function ListLink({ entry, current }: { readonly entry: ListEntry; readonly current: boolean }): ReactNode {
  const { list, count, open } = entry
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={() => setParams({ list })}
      className="flex h-8 w-full items-center gap-2 rounded-md px-2.5 text-left font-medium text-soft hover:bg-hover hover:text-text aria-[current=true]:bg-pane aria-[current=true]:text-text aria-[current=true]:ring-1 aria-[current=true]:ring-line"
    >
      <span className="min-w-0 flex-1 truncate">{words.lists[list].label}</span>
      <span className={cx('text-xs font-normal', open > 0 ? 'font-semibold text-warn' : 'text-faint')}>
        {open > 0 && open !== count
          ? `${format.number(open)} / ${format.number(count)}`
          : format.number(count)}
        {open > 0 && <span className="sr-only"> {words.openLines}</span>}
      </span>
    </button>
  )
}

/** What the merge did, without what it did to no account. */
function did(marks: VersionView['marks']): readonly string[] {
  return (['done', 'waits', 'replaced', 'gone', 'held'] as const)
    .filter((kind) => marks[kind] > 0)
    .map((kind) => words.did[kind]({ n: marks[kind] }))
}
