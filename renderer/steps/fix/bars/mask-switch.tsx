// Button that shows or hides the values of the batch's sensitive fields. It is there only if the mapping fills such a
// field; its tooltip says how many. Shown values are masked again by themselves when their time is over.
import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMasksChanged, usePrivacy } from '../../../accounts/privacy/use-privacy.ts'
import { cx } from '../../../components/classes.ts'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { texts } from '../../../texts/common.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'

export function MaskSwitch(props: {
  readonly batch: number
  /** The rows have to be read again. */
  readonly onChanged: () => void
}): ReactNode {
  const { batch, onChanged } = props
  const { fields, shownUntil, toggle } = usePrivacy(batch)
  useMasksChanged(shownUntil, onChanged)
  if (fields.length === 0) return null
  const isShown = typeof shownUntil === 'number'
  const Icon = isShown ? Eye : EyeOff
  const words = isShown ? texts.palette.hideSensitive : texts.palette.showSensitive
  return (
    <Tooltip text={`${words}\n${fixTexts.sensitiveFields({ n: fields.length })}`}>
      <button
        type="button"
        aria-label={words}
        onClick={toggle}
        className={cx(
          'grid size-[26px] shrink-0 place-items-center rounded transition-colors duration-100',
          isShown ? 'bg-warn-bg text-warn' : 'text-soft hover:bg-hover hover:text-text',
        )}
      >
        <Icon size={15} aria-hidden />
      </button>
    </Tooltip>
  )
}
