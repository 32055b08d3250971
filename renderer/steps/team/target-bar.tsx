// Bar of a target: how many of its keys are created, there already, open, and claimed by nobody yet.
import type { ReactNode } from 'react'
import { fillOf } from '../../components/charts/count-pieces.ts'
import type { Mark } from '../../components/charts/mark-looks.ts'
import { teamTexts } from '../../texts/team.ts'
import type { partsOfTarget } from './board-pieces.ts'

const words = teamTexts.target

type Parts = ReturnType<typeof partsOfTarget>

const marks = { created: 'created', found: 'already_there', open: 'sending' } as const satisfies Record<
  string,
  Mark
>

export function TargetBar(props: {
  readonly parts: Parts
  /** A length of the style sheet. @default 10px */
  readonly height?: string
}): ReactNode {
  const { parts, height = '10px' } = props
  return (
    <div
      role="img"
      aria-label={`${words.bar}: ${words.of(parts)}`}
      title={words.of(parts)}
      className="flex overflow-hidden rounded-full bg-line"
      style={{ height }}
    >
      {(['created', 'found', 'open'] as const).map(
        (name) =>
          parts[name] > 0 && (
            <span
              key={name}
              className="h-full min-w-[2px] shrink-0"
              style={{ ...fillOf(marks[name]), width: `${(100 * parts[name]) / Math.max(1, parts.keys)}%` }}
            />
          ),
      )}
    </div>
  )
}
