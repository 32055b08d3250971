// Button that shows or hides a pane next to the grid, with the key that does the same.
import { PanelLeft, PanelRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../components/classes.ts'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { type Pane, type PaneName, togglePane } from '../panes.tsx'

export function PaneButton(props: { readonly name: PaneName; readonly pane: Pane }): ReactNode {
  const { name, pane } = props
  const isCauses = name === 'causes'
  const Icon = isCauses ? PanelLeft : PanelRight
  const hint = isCauses
    ? pane.shown
      ? fixTexts.hideCauses
      : fixTexts.showCauses
    : pane.shown
      ? fixTexts.hideAccount
      : fixTexts.showAccount
  return (
    <Tooltip text={hint} keys={isCauses ? '[' : ']'}>
      <button
        type="button"
        aria-expanded={pane.shown}
        onClick={() => togglePane(name, pane)}
        className={cx(
          'flex h-[26px] shrink-0 items-center gap-1.5 rounded px-1.5 text-sm font-medium transition-colors duration-100',
          !isCauses && pane.shown ? 'bg-accent-bg text-accent' : 'text-soft hover:bg-hover hover:text-text',
        )}
      >
        <Icon size={15} aria-hidden />
        <span className={isCauses ? 'sr-only' : '@max-[800px]:sr-only'}>
          {isCauses ? fixTexts.causes : fixTexts.inspector}
        </span>
      </button>
    </Tooltip>
  )
}
