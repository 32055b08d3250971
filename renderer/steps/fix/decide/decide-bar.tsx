// Actions on the accounts of the selected rows, or of all rows that are shown: hold, exclude, release, revalidate.
// Each is one decision that can be undone from its message.
import { Menu } from '@base-ui/react/menu'
import { Ban, ChevronUp, Pause, Play, RefreshCw, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { RowFilter } from '../../../../shared/fixing/row-filter.ts'
import { Button } from '../../../components/button.tsx'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { ReasonDialog } from '../../../accounts/hold-dialog.tsx'
import { decideTexts as words } from '../../../texts/fix/decisions/decide.ts'
import { useDecide } from './decide-use.ts'
import { type Who, whoInput, whoText } from './decide-words.ts'
import { menuItem, menuPopup } from '../bars/state-filter.tsx'

export type Asking = { readonly kind: 'hold' | 'exclude'; readonly who: Who }

export function DecideBar(props: {
  readonly batch: BatchView
  /** The sheet's position. */
  readonly sheet: number
  /** Accounts of the selected rows. */
  readonly selected: readonly number[]
  readonly filter: RowFilter
  /** Rows that the filter leaves, and their version; null while they are counted. */
  readonly shown: { readonly rows: number; readonly expected: string } | null
  /** Number of rows that match now, if it differs from the rows shown. */
  readonly newer: number | null
  readonly onRenew: () => void
}): ReactNode {
  const { batch, sheet, selected, filter, shown } = props
  const [asking, setAsking] = useState<Asking | null>(null)
  const { busy, decide, validate } = useDecide(batch.id)
  const canValidate = batch.connection !== null
  const chosen: Who | null = selected.length > 1 ? { kind: 'selected', accounts: selected } : null
  const all: Who | null =
    shown === null || shown.rows === 0 ? null : { kind: 'shown', sheet, filter, ...shown }
  return (
    <div role="group" aria-label={words.bar} className="flex shrink-0 items-center gap-1">
      {chosen !== null && (
        <ForSelected
          accounts={selected.length}
          canValidate={canValidate}
          busy={busy}
          onAsk={(kind) => setAsking({ kind, who: chosen })}
          onEndHold={() => decide(whoInput(chosen), { kind: 'release' })}
          onValidate={() => validate(whoInput(chosen))}
        />
      )}
      {all?.kind === 'shown' && (
        <AllShown
          rows={all.rows}
          newer={props.newer}
          canValidate={canValidate}
          onAsk={(kind) => setAsking({ kind, who: all })}
          onRenew={props.onRenew}
          onEndHold={() => decide(whoInput(all), { kind: 'release' })}
          onValidate={() => validate(whoInput(all))}
        />
      )}
      {asking !== null && (
        <AskReason
          asking={asking}
          busy={busy}
          onDecide={decide}
          onClose={() => setAsking((now) => (now === asking ? null : now))}
        />
      )}
    </div>
  )
}

/** An answer about one decision does not close the dialog about another. */
function AskReason(props: {
  readonly asking: Asking
  readonly busy: boolean
  readonly onDecide: ReturnType<typeof useDecide>['decide']
  readonly onClose: () => void
}): ReactNode {
  const { kind, who } = props.asking
  return (
    <ReasonDialog
      kind={kind}
      title={words.titles[kind]({ who: whoText(who) })}
      action={words.actions[kind]}
      busy={props.busy}
      onSend={({ reason, until }) =>
        props.onDecide(
          whoInput(who),
          kind === 'hold' ? { kind, reason, until } : { kind, reason },
          props.onClose,
        )
      }
      onClose={props.onClose}
    />
  )
}

/** Asks about accounts that were chosen elsewhere than in the bar. */
export function DecideDialog(props: {
  readonly batch: BatchView
  readonly asking: Asking
  readonly onClose: () => void
}): ReactNode {
  const { busy, decide } = useDecide(props.batch.id)
  return <AskReason asking={props.asking} busy={busy} onDecide={decide} onClose={props.onClose} />
}

function ForSelected(props: {
  readonly accounts: number
  readonly canValidate: boolean
  readonly busy: boolean
  readonly onAsk: (kind: 'hold' | 'exclude') => void
  readonly onEndHold: () => void
  readonly onValidate: () => void
}): ReactNode {
  return (
    <>
      <span className="shrink-0 max-[1100px]:sr-only">{words.selected({ n: props.accounts })}</span>
      {props.canValidate && (
        <Tooltip text={words.validateHint} side="top">
          <Button size="small" busy={props.busy} onClick={props.onValidate}>
            {words.validate}
          </Button>
        </Tooltip>
      )}
      <Button size="small" onClick={() => props.onAsk('hold')}>
        {words.hold}
      </Button>
      <Button size="small" onClick={() => props.onAsk('exclude')}>
        {words.exclude}
      </Button>
      <Button size="small" busy={props.busy} onClick={props.onEndHold}>
        {words.endHold}
      </Button>
    </>
  )
}

function AllShown(props: {
  readonly rows: number
  readonly newer: number | null
  readonly canValidate: boolean
  readonly onAsk: (kind: 'hold' | 'exclude') => void
  readonly onRenew: () => void
  readonly onEndHold: () => void
  readonly onValidate: () => void
}): ReactNode {
  // A list that keeps its rows shows others than a decision by its filter would affect.
  const first =
    props.newer === null
      ? null
      : [{ label: words.refreshFirst({ newer: props.newer }), icon: RefreshCw, run: props.onRenew }]
  const items = first ?? [
    ...(props.canValidate ? [{ label: words.validate, icon: ShieldCheck, run: props.onValidate }] : []),
    { label: words.hold, icon: Pause, run: () => props.onAsk('hold') },
    { label: words.exclude, icon: Ban, run: () => props.onAsk('exclude') },
    { label: words.endHold, icon: Play, run: props.onEndHold },
  ]
  return (
    <Menu.Root>
      <Menu.Trigger
        title={words.allShownLabel}
        className="flex h-6 items-center gap-1 rounded-sm px-1.5 font-medium text-soft hover:bg-hover hover:text-text data-popup-open:bg-hover"
      >
        {words.allShown({ n: props.rows })}
        <ChevronUp size={12} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="end" sideOffset={4} className="z-50 outline-none">
          <Menu.Popup aria-label={words.allShownLabel} className={menuPopup}>
            {items.map(({ label, icon: Icon, run }) => (
              <Menu.Item key={label} className={menuItem} onClick={run}>
                <Icon size={13} aria-hidden className="shrink-0 text-faint" />
                <span className="truncate">{label}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
