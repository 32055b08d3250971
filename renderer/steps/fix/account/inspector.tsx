// Inspector of the selected row's account: its identity and last validation, tabs for the form with its problems, the
// payload, service answers and history, and the decisions about it. It fetches only that account and keeps no data.
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Lock, PanelRight, X } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { stands } from '../../../../shared/payload/problems.ts'
import type { HandoverView } from '../../../../shared/contract/handover.ts'
import type { AccountView, SheetView } from '../../../../shared/contract/views.ts'
import { isElsewhere, isRebuilding } from '../../../accounts/running.ts'
import { api } from '../../../app/engine.ts'
import { IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { CodeView } from '../../../components/payload/code-view.tsx'
import { format } from '../../../texts/format.ts'
import { Callout, EmptyState, ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { type PayloadProblem, PayloadView } from '../../../components/payload/payload-view.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { Badge, StateBadge } from '../../../components/state-badge.tsx'
import { TabPane, Tabs } from '../../../components/tabs.tsx'
import { AccountFormView, type FocusedCell } from './account-form-view.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { ExcludeControl, HeldNote, HoldControl } from './hold-control.tsx'
import { AnswerView, HistoryView } from './inspector-history.tsx'
import { goToCell } from './lens/lens-target.ts'
import { lensTexts } from '../../../texts/fix/lens.ts'
import { LensView } from './lens/lens-view.tsx'
import { addressOf } from './lens/lens-words.ts'
import type { Edits } from '../edits/use-edits.ts'
import { type Message, message, sentenceOf } from '../../../../shared/texts/message.ts'

/** What the account is shown as. */
export type InspectorTab = 'account' | 'payload' | 'answer' | 'history'
const tabNames = ['account', 'payload', 'answer', 'history'] as const

export type InspectorProps = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly account: number | null
  /** The focused cell, whose field is brought into view. */
  readonly focused: FocusedCell | null
  /** Why the selected row has no account; null where nothing is selected. */
  readonly stray: string | null
  readonly edits: Edits
  readonly tab: InspectorTab
  readonly onTab: (tab: InspectorTab) => void
  /** It has the width of the grid and little height: header and decisions share a line, fields stand side by side. */
  readonly isLow: boolean
  /** Closes the pane; null where it stands beside the grid. */
  readonly onClose: (() => void) | null
  /** Goes to the next or the previous account of the rows. */
  readonly onWalk: (step: 1 | -1) => void
}

/** Deferred behind the grid: moving between rows never waits for a form. */
export function Inspector(props: InspectorProps): ReactNode {
  const later = useDeferredValue(props)
  return <Content {...later} />
}

const Content = memo(function Content(props: InspectorProps): ReactNode {
  const { account: id, onTab } = props
  const [path, setPath] = useState<string | null>(null)
  const found = useQuery({
    ...api.accounts.get.queryOptions({ input: { account: id ?? 0 } }),
    enabled: id !== null,
    placeholderData: (before: AccountView | undefined) => before,
  })
  // Accounts that are being built again get new ids: until they are there, the last one stays.
  const last = useRef(found.data)
  useEffect(() => {
    if (found.data !== undefined) last.current = found.data
  }, [found.data])
  const known = found.data ?? (isRebuilding(props.batch) ? last.current : undefined)
  const account = useLocked(known, props.batch)
  if (id === null) {
    return (
      <EmptyState
        icon={PanelRight}
        title={props.stray === null ? fixTexts.inspectorEmpty : fixTexts.inspectorStray}
      >
        {props.stray ?? fixTexts.inspectorEmptyBody}
      </EmptyState>
    )
  }
  if (account === undefined)
    return found.isError ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonRows className="p-3.5" rows={8} />
    )
  const old = found.isPlaceholderData || found.data === undefined
  const onPath = (attr: string): void => {
    setPath(attr)
    onTab('payload')
  }
  return (
    <div className="flex h-full min-h-0 flex-col" data-account={account.key}>
      <Header {...props} account={account} old={old} />
      <Views {...props} account={account} old={old} path={path} onPath={onPath} />
      {!props.isLow && (
        <footer className="flex shrink-0 gap-2 border-t border-line px-3 py-2.5 empty:hidden">
          <Decisions account={account} old={old} />
        </footer>
      )}
    </div>
  )
})

/** An account of a batch that was handed over is locked, as one that was sent. */
function useLocked(account: AccountView | undefined, batch: BatchView): AccountView | undefined {
  const handover = isElsewhere(batch) ? batch.handover : null
  return useMemo(() => {
    if (account === undefined || handover === null) return account
    return { ...account, locked: lockOf(handover) }
  }, [account, handover])
}

function lockOf({ way, takenBy, path, at }: HandoverView): Message {
  if (way === 'file') return message('handover.away', { file: path?.split(/[\\/]/).at(-1) ?? '' })
  return takenBy === null
    ? message('handover.away_in_team')
    : message('handover.taken', { member: takenBy, at })
}

function Decisions({ account, old }: { readonly account: AccountView; readonly old: boolean }): ReactNode {
  return (
    <>
      {!account.excluded && <HoldControl account={account} old={old} />}
      <ExcludeControl account={account} old={old} />
    </>
  )
}

/** The account as a form, as a payload, with the service's answer, and its history. */
function Views(
  props: Omit<InspectorProps, 'account'> & {
    readonly account: AccountView
    readonly old: boolean
    /** The payload path to show. */
    readonly path: string | null
    readonly onPath: (attr: string) => void
  },
): ReactNode {
  const { account } = props
  return (
    <Tabs
      label={fixTexts.inspector}
      value={props.tab}
      onChange={props.onTab}
      tabs={tabNames.map((name) => ({ value: name, label: fixTexts.tabs[name] }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabPane value="account" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <AccountFormView key={placeOf(account)} {...props} account={account} old={props.old} />
      </TabPane>
      <TabPane value="payload" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {props.focused !== null && <LensView {...props} account={account} cell={props.focused} />}
        <Payload account={account} sheets={props.sheets} path={props.path} />
      </TabPane>
      <TabPane value="answer" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <AnswerView account={account} sheets={props.sheets} />
      </TabPane>
      <TabPane value="history" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <HistoryView account={account} />
      </TabPane>
    </Tabs>
  )
}

function Header(
  props: Omit<InspectorProps, 'account'> & {
    readonly account: AccountView
    /** The grid already shows another account, whose data is still loading. */
    readonly old: boolean
  },
): ReactNode {
  const { account, old, isLow, onWalk, onClose } = props
  const revealed = account.latestPass?.revealed ?? 0
  return (
    <header className={cx('px-3.5', isLow ? 'py-1' : 'pt-2.5 pb-2')}>
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate text-md font-semibold select-text" title={account.key}>
          {account.key}
        </h2>
        <StateBadge state={account.state} outcome={account.outcome} excluded={account.excluded} />
        {isLow && (
          <div className="flex min-w-0 flex-1 items-center justify-end gap-2">
            <Validated account={account} className="mr-auto truncate" />
            <Decisions account={account} old={old} />
          </div>
        )}
        <span className="-mr-1.5 ml-auto flex shrink-0">
          <IconButton
            size="small"
            icon={ChevronLeft}
            label={fixTexts.previousAccount}
            onClick={() => onWalk(-1)}
          />
          <IconButton
            size="small"
            icon={ChevronRight}
            label={fixTexts.nextAccount}
            onClick={() => onWalk(1)}
          />
          {onClose !== null && (
            <IconButton size="small" icon={X} label={fixTexts.hideAccount} keys="]" onClick={onClose} />
          )}
        </span>
      </div>
      {!isLow && <Validated account={account} />}
      {revealed > 0 && (
        <p className="mt-1 text-xs leading-[17px] text-warn">
          {lensTexts.revealed({ pass: account.passes, problems: revealed, before: account.passes - 1 })}
        </p>
      )}
      <HeldNote account={account} old={old} />
      {account.locked !== null && (
        <Callout tone="info" icon={Lock} title={fixTexts.lockedTitle} className="mt-2">
          <p className="text-soft">{capitalised(sentenceOf(account.locked))}</p>
        </Callout>
      )}
    </header>
  )
}

/**
 * Its first row. Another key makes another account of the same rows: its fields stay, because somebody may be typing on.
 */
function placeOf({ rows, key }: AccountView): string {
  const first = rows[0]
  return first === undefined ? key : `${first.sheet}:${first.row}`
}

/** The account's first rows and its last validation, in one line; all its rows stand in the tooltip. */
function Validated(props: { readonly account: AccountView; readonly className?: string }): ReactNode {
  const { account, className } = props
  const { validation } = account
  return (
    <p className={cx('min-w-0 text-xs leading-[17px] text-soft', className)} title={rowsText(account)}>
      {firstRowsText(account)} ·{' '}
      {validation === null ? (
        fixTexts.neverValidated
      ) : (
        <>
          {fixTexts.validatedBefore}
          <RelativeTime at={validation.at} />, {fixTexts.pass({ n: account.passes })}
        </>
      )}
      {account.latestPass !== null && account.latestPass.problems > account.latestPass.revealed && (
        <>: {lensTexts.passOf({ pass: account.passes, problems: account.latestPass.problems })}</>
      )}{' '}
      {validation !== null && !validation.current && <Badge tone="still">{fixTexts.staleWord}</Badge>}
    </p>
  )
}

/** Further rows stand in the tooltip. */
const mostRowsListed = 3

/** `Row 29`, `7 rows: 4, 9, 12 …`, or of several sheets `3 rows: Accounts 4; Meters 9, 10`. */
function firstRowsText({ rows }: AccountView): string {
  const listed = rows.slice(0, mostRowsListed)
  const bySheet = Map.groupBy(listed, (row) => row.sheet)
  const hasSheets = rows.some(({ sheet }) => sheet !== rows[0]?.sheet)
  const parts = [...bySheet].map(([sheet, those]) => {
    const numbers = those.map(({ row }) => format.number(row)).join(', ')
    return hasSheets ? `${sheet} ${numbers}` : numbers
  })
  const end = rows.length > mostRowsListed ? ' …' : ''
  return fixTexts.rowsListed({ n: rows.length, rows: `${parts.join('; ')}${end}` })
}

/** `Rows 4,119 and 4,120 of Accounts`, sheet by sheet. */
function rowsText(account: AccountView): string {
  const bySheet = Map.groupBy(account.rows, (row) => row.sheet)
  const parts = [...bySheet].map(([sheet, rows]) => {
    const numbers = rows.map((row) => format.number(row.row))
    const [first = '', second = ''] = numbers
    const words =
      numbers.length <= 1
        ? first
        : numbers.length === 2
          ? fixTexts.and({ first, last: second })
          : fixTexts.and({ first: `${first}, ${second}`, last: fixTexts.more({ n: numbers.length - 2 }) })
    return fixTexts.rowsOf({ sheet, numbers: words })
  })
  return `${fixTexts.rowsWord({ n: account.rows.length })} ${parts.join(', ')}`
}

function Payload(props: {
  readonly account: AccountView
  readonly sheets: readonly SheetView[]
  /** The highlighted path. */
  readonly path: string | null
}): ReactNode {
  const { account, sheets, path } = props
  const [how, setHow] = useState<'origins' | 'raw'>('origins')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (path === null) return
    const lines = box.current?.querySelectorAll<HTMLElement>('[data-path]') ?? []
    const line = [...lines].find((one) => one.dataset['path'] === path)
    line?.scrollIntoView({ block: 'center' })
    line?.focus({ preventScroll: true })
  }, [path, account.id])
  return (
    <div ref={box} className="p-3">
      <Tabs
        label={fixTexts.payloadHow}
        look="filled"
        value={how}
        onChange={setHow}
        tabs={[
          { value: 'origins', label: fixTexts.payloadOrigins },
          { value: 'raw', label: fixTexts.payloadRaw },
        ]}
      >
        <TabPane value="origins" className="mt-2">
          <PayloadView
            label={fixTexts.tabs.payload}
            payload={account.payload}
            origins={account.origins}
            omitted={account.omitted}
            problems={forPayload(account.problems)}
            highlight={path}
            onCell={(cell) => {
              const at = addressOf(cell, sheets)
              if (at !== null) goToCell({ ...at, account: account.id })
            }}
          />
          <p className="mt-2 text-xs text-faint">{lensTexts.toCellHint}</p>
        </TabPane>
        <TabPane value="raw" className="mt-2">
          <CodeView label={fixTexts.tabs.payload} value={account.payload} />
        </TabPane>
      </Tabs>
    </div>
  )
}

/** Current problems come first; a path with several shows the first. */
function forPayload(problems: AccountView['problems']): PayloadProblem[] {
  const [currentState, others] = [problems.filter(stands), problems.filter((one) => !stands(one))]
  return [...currentState, ...others.map((one) => ({ ...one, stale: true }))]
}

function capitalised(words: string): string {
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}
