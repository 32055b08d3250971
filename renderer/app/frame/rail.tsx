// Navigation rail. For a batch it lists the steps with live counts and marks, and the account funnel; on the home
// pages it lists the pages. It can collapse to marks and counts; labels then remain as accessible names and tooltips.
import { Boxes, Check, ChevronsLeft, ChevronsRight, Layers, PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { cx } from '../../components/classes.ts'
import { CountBar, CountLegend } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { format } from '../../texts/format.ts'
import { IconButton } from '../../components/button.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { type StepLook, stepLooks } from '../../accounts/batch-parts.ts'
import { chooseDisplay, useDisplayChoices } from '../display/display.ts'
import { useShortcuts } from '../keys.ts'
import { hrefOf, hrefOfStep, type Route, type Step, steps } from '../route.ts'
import { texts } from '../../texts/common.ts'

const linkLook =
  'rounded-md font-medium text-soft transition-colors duration-100 hover:bg-hover hover:text-text aria-[current=page]:bg-pane aria-[current=page]:text-text aria-[current=page]:ring-1 aria-[current=page]:ring-line'
const link = `flex h-8 items-center gap-2.5 px-2.5 ${linkLook}`

export function BatchRail(props: {
  readonly route: Route
  readonly id: number
  readonly batch: BatchView | null
}): ReactNode {
  const { batch, route } = props
  const { railNarrow: narrow } = useDisplayChoices()
  const current = route.page === 'batch' ? route.step : null
  const looks = batch === null ? null : stepLooks(batch)
  const turn = (): void => chooseDisplay({ railNarrow: !narrow })
  const turnLabel = narrow ? texts.rail.widen : texts.rail.shrink
  useShortcuts([{ keys: 'mod+b', label: turnLabel, run: turn }])
  const Item = narrow ? NarrowStep : WideStep
  return (
    <div
      className={cx(
        'flex min-h-0 flex-col overflow-x-hidden overflow-y-auto border-r border-line bg-bg py-3',
        narrow ? 'w-14 px-1.5' : 'w-50 px-2',
      )}
    >
      <nav aria-label={texts.frame.steps}>
        <ol className="grid gap-0.5">
          {steps.map((step, index) => (
            <li key={step}>
              <Item
                step={step}
                href={hrefOfStep(props.id, step)}
                number={index + 1}
                look={looks?.[index] ?? null}
                current={step === current}
              />
            </li>
          ))}
        </ol>
      </nav>
      <span className="min-h-6 flex-1" />
      {batch !== null && batch.accounts > 0 && <Funnel batch={batch} narrow={narrow} />}
      <IconButton
        size="small"
        icon={narrow ? ChevronsRight : ChevronsLeft}
        label={turnLabel}
        keys="mod+b"
        aria-expanded={!narrow}
        onClick={turn}
        className={narrow ? 'mx-auto mt-2' : 'mt-2 ml-1'}
      />
    </div>
  )
}

type StepProps = {
  readonly step: Step
  readonly href: string
  readonly number: number
  readonly look: StepLook | null
  readonly current: boolean
}

function WideStep({ step, href, number, look, current }: StepProps): ReactNode {
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      title={look === null || look.count === null ? undefined : texts.rail.counts[step]}
      className={link}
    >
      <StepMark number={number} look={look} current={current} />
      {texts.steps[step]}
      <StepCount look={look} />
    </a>
  )
}

/** The mark above the count; the step's name is read out and in the tooltip. */
function NarrowStep({ step, href, number, look, current }: StepProps): ReactNode {
  return (
    <Tooltip text={texts.steps[step]} keys={`alt+${number}`} side="right">
      <a
        href={href}
        aria-current={current ? 'page' : undefined}
        className={cx('flex h-11 flex-col items-center justify-center gap-1', linkLook)}
      >
        <StepMark number={number} look={look} current={current} />
        <span className="sr-only">{texts.steps[step]}</span>
        <span className="grid h-3 items-center text-2xs leading-3">
          <StepCount look={look} narrow />
        </span>
      </a>
    </Tooltip>
  )
}

function StepMark(props: {
  readonly number: number
  readonly look: StepLook | null
  readonly current: boolean
}): ReactNode {
  const mark = props.look?.mark ?? 'later'
  if (mark === 'done')
    return (
      <span className="grid size-4 shrink-0 place-items-center rounded-full bg-ok text-pane">
        <Check size={10} strokeWidth={3.5} aria-label={texts.rail.done} />
      </span>
    )
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-4 shrink-0 place-items-center rounded-full border-[1.5px] text-[9px] leading-none font-semibold',
        props.current
          ? 'border-accent text-accent'
          : mark === 'later'
            ? 'border-edge text-faint'
            : 'border-soft text-soft',
      )}
    >
      {props.number}
    </span>
  )
}

function StepCount(props: { readonly look: StepLook | null; readonly narrow?: boolean }): ReactNode {
  const { look, narrow = false } = props
  if (look === null) return null
  const attention = look.mark === 'attention' && look.count !== 0
  return (
    <span
      data-figure={`rail.${look.step}`}
      className={cx(
        !narrow && 'ml-auto text-xs whitespace-nowrap tabular-nums',
        attention ? 'font-semibold text-bad' : 'font-normal text-faint',
      )}
    >
      {look.count === null
        ? '–'
        : look.of === null || narrow
          ? format.number(look.count)
          : texts.common.of({ part: look.count, all: look.of })}
      {attention && <span className="sr-only"> {texts.rail.attention}</span>}
    </span>
  )
}

function Funnel({ batch, narrow }: { readonly batch: BatchView; readonly narrow: boolean }): ReactNode {
  const pieces = piecesOf(batch)
  if (narrow)
    return (
      <section aria-label={texts.frame.accountsHeading} className="px-1">
        <CountBar pieces={pieces} />
      </section>
    )
  return (
    <section aria-label={texts.frame.accountsHeading} className="px-2.5 text-xs text-soft">
      <p className="flex justify-between">
        {texts.frame.accountsHeading}
        <b data-figure="rail.accounts" className="font-semibold text-text">
          {format.number(batch.accounts)}
        </b>
      </p>
      <div className="my-2">
        <CountBar pieces={pieces} />
      </div>
      <CountLegend pieces={pieces} />
      {batch.held > 0 && (
        <p data-figure="rail.held" className="mt-1 text-faint">
          {texts.rail.held({ n: batch.held })}
        </p>
      )}
    </section>
  )
}

export function HomeRail({ route }: { readonly route: Route }): ReactNode {
  const shown =
    route.page === 'connect' ? (route.connection === 'catalogues' ? 'catalogues' : 'connect') : 'home'
  const places = [
    { id: 'home', href: hrefOf({ page: 'home' }), words: texts.frame.home, icon: Layers },
    {
      id: 'connect',
      href: hrefOf({ page: 'connect', connection: null }),
      words: texts.frame.connect,
      icon: PlugZap,
    },
    {
      id: 'catalogues',
      href: hrefOf({ page: 'connect', connection: 'catalogues' }),
      words: texts.rail.catalogues,
      icon: Boxes,
    },
  ]
  return (
    <nav
      aria-label={texts.frame.places}
      className="grid w-50 content-start gap-0.5 border-r border-line bg-bg px-2 py-3"
    >
      {places.map(({ id, href, words, icon: Icon }) => (
        <a key={id} href={href} aria-current={id === shown ? 'page' : undefined} className={link}>
          <Icon size={16} strokeWidth={1.8} aria-hidden />
          {words}
        </a>
      ))}
    </nav>
  )
}
