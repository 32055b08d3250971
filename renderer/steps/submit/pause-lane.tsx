// Control that pauses one supplier while the others continue: a button if the batch has one supplier, otherwise a
// menu of the connection's suppliers that are not paused. Its space stays reserved when nothing can be paused;
// otherwise a second click would hit the next control.
import { Menu } from '@base-ui/react/menu'
import { ChevronDown, Pause } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { Button } from '../../components/button.tsx'
import { submitTexts } from '../../texts/submit/submit.ts'

const words = submitTexts.now
const popup =
  'max-h-[min(22rem,var(--available-height))] min-w-44 overflow-y-auto rounded-lg bg-raised p-1 text-text shadow-lift outline-none'
const item =
  'flex cursor-default items-center gap-2 rounded px-2 py-1 font-mono text-xs outline-none select-none data-highlighted:bg-accent-bg'

export function PauseLane(props: {
  readonly batch: BatchView
  readonly suppliers: readonly string[]
  readonly busy: boolean
  /** Why there is nothing to pause now; null: there is. */
  readonly stopped: string | null
  readonly onPause: (supplier: string) => void
}): ReactNode {
  const { batch } = props
  const paused = new Set(batch.pauses.map(({ supplier }) => supplier))
  const codes = batch.supplier === null ? props.suppliers : [batch.supplier]
  const open = codes.filter((code) => !paused.has(code))
  const [only] = codes
  if (only === undefined) return null
  const disabled = paused.has('') || open.length === 0
  if (codes.length === 1)
    return (
      <Button
        icon={Pause}
        busy={props.busy}
        whyOff={props.stopped}
        disabled={disabled}
        onClick={() => props.onPause(only)}
      >
        {words.onlyFor({ supplier: only })}
      </Button>
    )
  return (
    <Menu.Root>
      <Menu.Trigger
        disabled={disabled || props.stopped !== null}
        render={<Button icon={Pause} busy={props.busy} whyOff={props.stopped} disabled={disabled} />}
      >
        {words.pauseSupplier}
        <ChevronDown size={12} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="start" sideOffset={4} className="z-50 outline-none">
          <Menu.Popup aria-label={words.pauseSupplier} className={popup}>
            {open.map((code) => (
              <Menu.Item key={code} className={item} onClick={() => props.onPause(code)}>
                {code}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
