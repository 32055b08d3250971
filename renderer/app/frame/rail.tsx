// Navigation rail. For a batch it lists the steps with live counts and marks, and the account funnel; elsewhere it lists
// the pages. Narrow, each entry is an icon with its word below. A red number is always that of accounts to fix; whatever
// else needs a person has an exclamation mark, and its tooltip says why.
import {
  ArrowLeftRight,
  Activity,
  Boxes,
  Check,
  ChevronsLeft,
  ChevronsRight,
  Columns3,
  FileCheck,
  FileDown,
  Home as HomeIcon,
  type LucideIcon,
  PlugZap,
  ScrollText,
  Send,
  Users,
  Wrench,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { cx } from '../../components/classes.ts'
import { CountBar, CountLegend } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { format } from '../../texts/format.ts'
import { IconButton } from '../../components/button.tsx'
import { Tooltip } from '../../components/overlays/tooltip.tsx'
import { type StepLook, stepLooks } from '../../accounts/batch-parts.ts'
import { chooseDisplay, useDisplayChoices } from '../display/display.ts'
import { useHasRoomFor } from '../display/screen.ts'
import { useShortcuts } from '../keys.ts'
import { hrefOf, hrefOfStep, type Route, type Step, steps } from '../route.ts'
import { texts } from '../../texts/common.ts'

const linkLook =
  'rounded-md font-medium text-soft transition-colors duration-100 hover:bg-hover hover:text-text aria-[current=page]:bg-pane aria-[current=page]:text-accent aria-[current=page]:ring-1 aria-[current=page]:ring-line'
const wideLink = `flex h-8 items-center gap-2.5 px-2.5 aria-[current=page]:text-text ${linkLook}`
const narrowLink = `relative grid h-[50px] content-center justify-items-center gap-[3px] ${linkLook}`
const rail = 'flex min-h-0 flex-col overflow-x-hidden overflow-y-auto border-r border-line bg-bg py-2'

const stepIcons: Readonly<Record<Step, LucideIcon>> = {
  load: FileDown,
  map: Columns3,
  fix: Wrench,
  submit: Send,
  watch: Activity,
  report: FileCheck,
}

/** Whether the rail shows icons with their words below: as the user chose, else as the window's width suggests. */
export function useRailNarrow(): boolean {
  const { railNarrow } = useDisplayChoices()
  const hasRoom = useHasRoomFor('rail')
  return railNarrow ?? !hasRoom
}

export function BatchRail(props: {
  readonly route: Route
  readonly id: number
  readonly batch: BatchView | null
}): ReactNode {
  const { batch, route } = props
  const narrow = useRailNarrow()
  const current = route.page === 'batch' ? route.step : null
  const looks = batch === null ? null : stepLooks(batch)
  const turn = (): void => chooseDisplay({ railNarrow: !narrow })
  const turnLabel = narrow ? texts.rail.widen : texts.rail.shrink
  useShortcuts([{ of: 'everywhere', keys: 'mod+b', label: turnLabel, run: turn }])
  const Item = narrow ? NarrowStep : WideStep
  return (
    <div className={cx(rail, narrow ? 'w-19 px-1' : 'w-40 px-2')}>
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

function WideStep({ step, href, look, current }: StepProps): ReactNode {
  const Icon = stepIcons[step]
  return (
    <a href={href} aria-current={current ? 'page' : undefined} title={tipOf(step, look)} className={wideLink}>
      {look?.mark === 'done' ? (
        <DoneMark className="size-4" />
      ) : (
        <Icon size={16} strokeWidth={1.8} aria-hidden className="shrink-0" />
      )}
      {texts.steps[step]}
      <span className="ml-auto flex items-center gap-1.5 text-xs">
        <StepCount look={look} />
        <AlertMark look={look} />
      </span>
    </a>
  )
}

/** What counts in passing stands in the tooltip; only what needs attention has a number. */
function NarrowStep({ step, href, number, look, current }: StepProps): ReactNode {
  const Icon = stepIcons[step]
  return (
    <Tooltip text={tipOf(step, look)} keys={`alt+${number}`} side="right">
      <a href={href} aria-current={current ? 'page' : undefined} className={narrowLink}>
        <span className="relative">
          <Icon size={18} strokeWidth={1.8} aria-hidden />
          {look?.mark === 'done' && (
            <DoneMark className="absolute -top-1.5 left-2.5 size-3.5 ring-2 ring-bg" />
          )}
          <StepCount
            look={look}
            className={cx(
              'absolute -top-2 rounded-full px-1 text-[10px] leading-[15px] ring-2 ring-bg',
              isLong(look) ? '-right-6' : 'left-2.5',
              isRed(look) ? 'bg-bad text-pane' : 'sr-only',
            )}
          />
          <AlertMark look={look} className="absolute -top-2 left-2.5 ring-2 ring-bg" />
        </span>
        <span className="text-[10.5px] leading-3 tracking-[-0.01em]">{texts.steps[step]}</span>
      </a>
    </Tooltip>
  )
}

/** `Submit · stopped by a brake · Accounts queued: 2` */
function tipOf(step: Step, look: StepLook | null): string {
  return [texts.steps[step], alertWords(look), countWords(look)].filter((part) => part !== null).join(' · ')
}

function alertWords(look: StepLook | null): string | null {
  const why = look?.why ?? null
  if (why === null) return null
  return why.kind === 'stuck' ? texts.rail.why.stuck(why) : texts.rail.why[why.kind]
}

/** `Accounts that are done: 457 of 500`; the rail itself has room for the first number only. */
function countWords(look: StepLook | null): string | null {
  if (look === null || look.count === null) return null
  const { step, count, of, why } = look
  const number = of === null ? format.number(count) : texts.common.of({ part: count, all: of })
  const counted = why?.kind === 'stopped' ? texts.rail.countOfStopped : texts.rail.counts[step]
  return `${counted}: ${number}`
}

function DoneMark({ className }: { readonly className: string }): ReactNode {
  return (
    <span className={cx('grid shrink-0 place-items-center rounded-full bg-ok text-pane', className)}>
      <Check size={10} strokeWidth={3.5} aria-label={texts.rail.done} />
    </span>
  )
}

/** Whether its number is one of accounts that need a person. */
function isRed(look: StepLook | null): boolean {
  return look !== null && look.mark === 'attention' && look.why === null
}

/** Whether the narrow rail has no room for its number to the right of the icon: it covers the icon then. */
function isLong(look: StepLook | null): boolean {
  return (look?.count ?? 0) >= 10_000
}

function AlertMark(props: { readonly look: StepLook | null; readonly className?: string }): ReactNode {
  const words = alertWords(props.look)
  if (words === null) return null
  return (
    <span
      className={cx(
        'grid h-[15px] min-w-[15px] place-items-center rounded-full bg-bad text-[10px] leading-none font-semibold text-pane',
        props.className,
      )}
    >
      <span aria-hidden>!</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

function StepCount(props: { readonly look: StepLook | null; readonly className?: string }): ReactNode {
  const { look } = props
  if (look === null) return null
  const attention = isRed(look)
  return (
    <span
      data-figure={`rail.${look.step}`}
      className={cx(
        'whitespace-nowrap tabular-nums',
        attention ? 'font-semibold text-bad' : 'font-normal text-faint',
        props.className,
      )}
    >
      {look.count === null ? '–' : format.number(look.count)}
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
    <section aria-label={texts.frame.accountsHeading} className="px-1 text-xs text-soft">
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

/** Null on the page of a batch that is not there. */
function shownPlace(route: Route): 'home' | 'audit' | 'compare' | 'connect' | 'catalogues' | 'team' | null {
  if (route.page === 'batch') return null
  if (route.page !== 'connect') return route.page
  return route.connection === 'catalogues' ? 'catalogues' : 'connect'
}

/** Narrow, it is wide enough for the German names of the pages. */
export function HomeRail({ route }: { readonly route: Route }): ReactNode {
  const narrow = useRailNarrow()
  const shown = shownPlace(route)
  const places = [
    { id: 'home', href: hrefOf({ page: 'home' }), words: texts.frame.home, icon: HomeIcon },
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
    { id: 'team', href: hrefOf({ page: 'team' }), words: texts.rail.team, icon: Users },
    {
      id: 'compare',
      href: hrefOf({ page: 'compare', params: {} }),
      words: texts.rail.compare,
      icon: ArrowLeftRight,
    },
    { id: 'audit', href: hrefOf({ page: 'audit' }), words: texts.rail.audit, icon: ScrollText },
  ]
  return (
    <nav aria-label={texts.frame.places} className={cx(rail, 'gap-0.5', narrow ? 'w-21 px-1' : 'w-40 px-2')}>
      {places.map(({ id, href, words, icon: Icon }) => (
        <a
          key={id}
          href={href}
          aria-current={id === shown ? 'page' : undefined}
          className={narrow ? narrowLink : wideLink}
        >
          <Icon size={narrow ? 18 : 16} strokeWidth={1.8} aria-hidden />
          <span className={narrow ? 'text-[10.5px] leading-3 tracking-[-0.01em]' : undefined}>{words}</span>
        </a>
      ))}
    </nav>
  )
}
