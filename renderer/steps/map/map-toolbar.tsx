// Toolbar of the Map step: remaining obstacles, templates and suggestions. Its next act, in the footer, builds the
// accounts; while it cannot be pressed, it says why.
import { ArrowRight, CircleAlert, CircleCheck, WandSparkles } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { BatchLocked, Button } from '../../components/button.tsx'
import { FooterActs } from '../../components/footer-acts.tsx'
import { cx } from '../../components/classes.ts'
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { Tooltip } from '../../components/overlays/tooltip.tsx'
import type { ReadinessView } from '../../../shared/contract/import/mapping.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { mapTexts as words } from '../../texts/load/map.ts'
import type { MapperProps } from './map-props.ts'
import { TemplatesMenu } from './templates/templates-menu.tsx'

type CurrentState = {
  readonly undecided: number
  readonly toFinish: number
  /** Required fields that nothing feeds; null until the engine has checked the draft. */
  readonly missing: number | null
}

type ToolbarProps = MapperProps & {
  readonly locked: boolean
  readonly currentState: CurrentState
  readonly busy: boolean
  readonly onSuggest: () => void
  readonly onApply: () => void
  /** Null until the engine has tried some accounts. */
  readonly readiness: ReadinessView | null
  readonly onUndecided: () => void
  readonly onIgnoreRest: () => void
}

export function MapToolbar(props: ToolbarProps): ReactNode {
  const { locked, currentState } = props
  const stops = currentState.undecided > 0 || currentState.toFinish > 0 || currentState.missing === null
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1.5">
      {/* Where they do not fit into one line, the acts have the second one. */}
      <div className="flex min-w-0 flex-auto items-center gap-2">
        <CurrentStateWords
          currentState={currentState}
          hasConnection={props.draft.connection !== null}
          hasErrors={hasErrors(props.readiness)}
          onUndecided={props.onUndecided}
        />
        <WordHelp of="mapping" className="-ml-1" />
        {!locked && currentState.undecided > 0 && (
          <Button tone="quiet" size="small" onClick={props.onIgnoreRest}>
            {words.ignoreRest({ n: currentState.undecided })}
          </Button>
        )}
      </div>
      <MapActs {...props} stops={stops} />
    </div>
  )
}

function MapActs(props: ToolbarProps & { readonly stops: boolean }): ReactNode {
  const { locked, currentState, stops } = props
  return (
    <div className="ml-auto flex items-center gap-2">
      {!locked && <Ready readiness={props.readiness} missing={currentState.missing ?? 0} />}
      <Button
        tone="quiet"
        icon={WandSparkles}
        title={words.suggestAgain}
        disabled={locked}
        onClick={props.onSuggest}
      >
        <span className="max-[1439px]:sr-only">{words.suggestAgain}</span>
      </Button>
      <TemplatesMenu {...props} />
      <FooterActs>
        <Build {...props} stops={stops} />
      </FooterActs>
    </div>
  )
}

function Build(props: {
  readonly locked: boolean
  readonly stops: boolean
  readonly currentState: CurrentState
  readonly busy: boolean
  readonly onApply: () => void
}): ReactNode {
  const isOff = props.locked || props.stops
  const why = props.locked ? words.locked : stopWords(props.currentState)
  const button = (
    <Button
      size="large"
      tone="primary"
      busy={props.busy}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) props.onApply()
      }}
    >
      {words.applyPlain}
      <ArrowRight size={14} aria-hidden />
    </Button>
  )
  // The button of a locked batch says that itself.
  const isSaid = useContext(BatchLocked) !== null
  return isOff && why !== null && !isSaid ? <Tooltip text={why}>{button}</Tooltip> : button
}

/** What keeps the accounts from being built; null: nothing. */
function stopWords({ undecided, toFinish }: CurrentState): string | null {
  if (undecided > 0) return words.undecidedLeft({ n: undecided })
  return toFinish > 0 ? words.problemsLeft({ n: toFinish }) : null
}

function hasErrors(readiness: ReadinessView | null): boolean {
  return readiness !== null && readiness.ready < readiness.accounts
}

/** How many of the accounts tried would have no problem with this draft; the tooltip says which were tried, and what fails. */
function Ready(props: { readonly readiness: ReadinessView | null; readonly missing: number }): ReactNode {
  const { readiness, missing } = props
  if (readiness === null || readiness.accounts === 0) return null
  const { accounts, ready, elsewhere } = readiness
  const share = Math.floor((ready / accounts) * 100)
  const tried = words.readyTried({ ready, accounts, share })
  const most = sentenceOf(elsewhere.message)
  const others = elsewhere.errors === 0 ? '' : ` ${words.readyElsewhere({ n: elsewhere.errors, most })}`
  const noColumn = missing === 0 ? '' : ` ${words.requiredMissing({ n: missing })}`
  return (
    <Tooltip text={`${tried}${noColumn}${others}`}>
      <span
        tabIndex={0}
        className={cx(
          'shrink-0 rounded-full px-2 py-0.5 text-xs font-medium tabular-nums',
          share === 100 ? 'bg-ok-bg text-ok' : 'bg-warn-bg text-warn',
        )}
      >
        {words.wouldBeReady({ ready, share, accounts })}
      </span>
    </Tooltip>
  )
}

/** Accounts can be built without a connection, but not validated; and with errors in values, but not sent. */
function goodWords(hasConnection: boolean, hasErrors: boolean): string {
  if (!hasConnection) return `${words.allGood} ${words.connectionMissing}`
  return hasErrors ? `${words.allGood} ${words.valuesWrong}` : words.allGood
}

function CurrentStateWords(props: {
  readonly currentState: CurrentState
  readonly hasConnection: boolean
  /** Of the accounts tried, some would have errors. */
  readonly hasErrors: boolean
  readonly onUndecided: () => void
}): ReactNode {
  const { currentState, hasConnection } = props
  const { undecided, missing } = currentState
  const stop = stopWords(currentState)
  const sentence =
    stop ??
    (missing !== null && missing > 0
      ? words.requiredMissing({ n: missing })
      : goodWords(hasConnection, props.hasErrors))
  const good = stop === null && missing === 0 && hasConnection && !props.hasErrors
  const Icon = good ? CircleCheck : CircleAlert
  return (
    <p role="status" className="flex min-w-0 items-center gap-2 font-medium">
      {missing !== null && (
        <>
          <Icon size={16} aria-hidden className={cx('shrink-0', good ? 'text-ok' : 'text-warn')} />
          {undecided > 0 ? (
            <button
              type="button"
              onClick={props.onUndecided}
              className="truncate rounded underline decoration-dotted underline-offset-2 hover:text-accent"
            >
              {sentence}
            </button>
          ) : (
            <span className="truncate">{sentence}</span>
          )}
        </>
      )}
    </p>
  )
}
