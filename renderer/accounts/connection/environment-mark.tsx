// Badge of a connection's environment. Each environment has its own label, icon and outline, so colour is not needed
// to tell them apart.
import { FlaskConical, type LucideIcon, ShieldAlert, TestTubeDiagonal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Environment } from '../../../shared/sending/connection.ts'
import { cx } from '../../components/classes.ts'
import { Tooltip } from '../../components/overlays/tooltip.tsx'
import { texts } from '../../texts/common.ts'

const icons: Readonly<Record<Environment, LucideIcon>> = {
  practice: FlaskConical,
  test: TestTubeDiagonal,
  production: ShieldAlert,
}
const looks: Readonly<Record<Environment, string>> = {
  practice: 'hatch border-dotted border-practice text-practice',
  test: 'border-dashed border-wait bg-wait-bg text-wait',
  production: 'border-production bg-production text-pane',
}
const sizes = {
  small: { box: 'h-[18px] gap-1 px-1.5 text-[10.5px] tracking-wide', icon: 10 },
  medium: { box: 'h-[22px] gap-1.5 px-2 text-[11.5px]', icon: 12 },
  large: { box: 'h-7 gap-1.5 px-3 text-md', icon: 15 },
} as const

export function EnvironmentMark(props: {
  readonly environment: Environment
  readonly size?: keyof typeof sizes
  /** The tooltip explains the mark, on hover and on keyboard focus. */
  readonly explained?: boolean
  readonly className?: string
}): ReactNode {
  const { environment, explained = false } = props
  const { box, icon } = sizes[props.size ?? 'small']
  const Icon = icons[environment]
  const mark = (
    <span
      tabIndex={explained ? 0 : undefined}
      className={cx(
        'inline-flex shrink-0 items-center rounded-full border leading-none font-semibold whitespace-nowrap',
        box,
        looks[environment],
        props.className,
      )}
    >
      <Icon size={icon} aria-hidden />
      {texts.frame.environments[environment]}
    </span>
  )
  return explained ? <Tooltip text={texts.frame.environmentMeanings[environment]}>{mark}</Tooltip> : mark
}
