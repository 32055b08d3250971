// One of the two boxes above a connection's form, with a title, one button and content. Its minimum height fits every
// answer, so the form below never moves.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export function ConnectionCard(props: {
  readonly icon: LucideIcon
  readonly title: string
  readonly action: ReactNode
  readonly children: ReactNode
}): ReactNode {
  const { icon: Icon } = props
  return (
    <div className="rounded-lg border border-line px-4 py-3">
      <div className="flex h-7 items-center gap-2">
        <Icon size={14} aria-hidden className="shrink-0 text-faint" />
        <h3 className="min-w-0 flex-1 truncate font-semibold">{props.title}</h3>
        {props.action}
      </div>
      <div className="min-h-20 pt-1.5">{props.children}</div>
    </div>
  )
}
