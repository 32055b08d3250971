// Toolbar of the Map step: remaining obstacles, templates, suggestions, and Apply.
import { ArrowRight, CircleAlert, CircleCheck, WandSparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { mapTexts as words } from '../../texts/map.ts'
import type { MapperProps } from './map-props.ts'
import { TemplatesMenu } from './templates/templates-menu.tsx'

type CurrentState = {
  readonly undecided: number
  readonly toFinish: number
  /** Required fields that nothing feeds; null until the engine has checked the draft. */
  readonly missing: number | null
}

export function MapToolbar(
  props: MapperProps & {
    readonly locked: boolean
    readonly currentState: CurrentState
    readonly busy: boolean
    readonly onSuggest: () => void
    readonly onApply: () => void
  },
): ReactNode {
  const { locked, currentState } = props
  const stops = currentState.undecided > 0 || currentState.toFinish > 0 || currentState.missing === null
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
      <CurrentStateWords currentState={currentState} />
      <Button tone="quiet" icon={WandSparkles} disabled={locked} onClick={props.onSuggest}>
        {words.suggestAgain}
      </Button>
      <TemplatesMenu {...props} />
      <Button tone="primary" busy={props.busy} disabled={locked || stops} onClick={props.onApply}>
        {words.applyPlain}
        <ArrowRight size={14} aria-hidden />
      </Button>
    </div>
  )
}

function CurrentStateWords({ currentState }: { readonly currentState: CurrentState }): ReactNode {
  const { undecided, toFinish, missing } = currentState
  const stop =
    undecided > 0
      ? words.undecidedLeft({ n: undecided })
      : toFinish > 0
        ? words.problemsLeft({ n: toFinish })
        : null
  const sentence =
    stop ?? (missing !== null && missing > 0 ? words.requiredMissing({ n: missing }) : words.allGood)
  const good = stop === null && missing === 0
  const Icon = good ? CircleCheck : CircleAlert
  return (
    <p role="status" className="flex min-w-0 flex-1 items-center gap-2 font-medium">
      {missing !== null && (
        <>
          <Icon size={16} aria-hidden className={cx('shrink-0', good ? 'text-ok' : 'text-warn')} />
          <span className="truncate">{sentence}</span>
        </>
      )}
    </p>
  )
}
