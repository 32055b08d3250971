// The toolbar of the Map step: what still stands in the way, templates, suggestions, and Apply.
import { ArrowRight, CircleAlert, CircleCheck, WandSparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../parts/button.tsx'
import { cx } from '../../parts/classes.ts'
import { mapTexts as words } from './map-texts.ts'
import type { MapperProps } from './map-step.tsx'
import { TemplatesMenu } from './templates-menu.tsx'

type Standing = {
  readonly undecided: number
  readonly toSettle: number
  /** Required fields that nothing feeds; null until the engine has checked the draft. */
  readonly missing: number | null
}

export function MapToolbar(
  props: MapperProps & {
    readonly locked: boolean
    readonly standing: Standing
    readonly busy: boolean
    readonly onSuggest: () => void
    readonly onApply: () => void
  },
): ReactNode {
  const { locked, standing } = props
  const stops = standing.undecided > 0 || standing.toSettle > 0 || standing.missing === null
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
      <StandingWords standing={standing} />
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

function StandingWords({ standing }: { readonly standing: Standing }): ReactNode {
  const { undecided, toSettle, missing } = standing
  const stop =
    undecided > 0 ? words.undecidedLeft(undecided) : toSettle > 0 ? words.problemsLeft(toSettle) : null
  const sentence = stop ?? (missing !== null && missing > 0 ? words.requiredMissing(missing) : words.allGood)
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
