// Icon and colour of each activity state. Colour is never the only difference: each kind has its own shape.
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  DatabaseSearch,
  Eye,
  Hand,
  Hourglass,
  type LucideIcon,
  Moon,
  OctagonPause,
  PlugZap,
  Send,
  Users,
  WifiOff,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../components/classes.ts'
import type { Headline, LiveKind, LiveTone } from './headline.ts'

const icons: Readonly<Record<LiveKind, LucideIcon>> = {
  stopped: OctagonPause,
  paused: CirclePause,
  data: DatabaseSearch,
  offline: WifiOff,
  not_answering: PlugZap,
  team: Users,
  quiet: Moon,
  slow_down: Hourglass,
  sending: Send,
  asks: Hand,
  waiting: Eye,
  done: CircleCheck,
  nothing: CircleDashed,
}

const tones: Readonly<Record<LiveTone, string>> = {
  still: 'bg-still-bg text-still',
  busy: 'bg-wait-bg text-wait',
  good: 'bg-ok-bg text-ok',
  warn: 'bg-warn-bg text-warn',
  bad: 'bg-bad-bg text-bad',
}

/** `size`: of the shape; its ground is twice as large. */
export function LiveMark(props: {
  readonly headline: Pick<Headline, 'kind' | 'tone'>
  readonly size: number
  readonly className?: string
}): ReactNode {
  const { kind, tone } = props.headline
  const Icon = kind === 'done' && tone !== 'good' ? CircleAlert : icons[kind]
  return (
    <span
      aria-hidden
      className={cx('grid shrink-0 place-items-center rounded-full', tones[tone], props.className)}
      style={{ width: props.size * 2, height: props.size * 2 }}
    >
      <Icon size={props.size} strokeWidth={1.8} />
    </span>
  )
}

export const titleTones: Readonly<Record<LiveTone, string>> = {
  still: 'text-text',
  busy: 'text-text',
  good: 'text-text',
  warn: 'text-warn',
  bad: 'text-bad',
}
