// The rail: the batch's steps with live counts and marks, and its accounts as a funnel; on the home pages, the places.
import { Boxes, Check, Layers, PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../shared/contract.ts'
import { cx } from '../parts/classes.ts'
import { CountBar, CountLegend, piecesOf } from '../parts/count-bar.tsx'
import { format } from '../parts/format.ts'
import { type StepLook, stepLooks } from './batch-parts.ts'
import { hrefOf, hrefOfStep, type Route, steps } from './route.ts'
import { texts } from './texts.ts'

const link =
  'flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-soft transition-colors duration-100 hover:bg-hover hover:text-text aria-[current=page]:bg-pane aria-[current=page]:text-text aria-[current=page]:ring-1 aria-[current=page]:ring-line'

export function BatchRail(props: {
  readonly route: Route
  readonly id: number
  readonly batch: BatchView | null
}): ReactNode {
  const { batch, route } = props
  const current = route.page === 'batch' ? route.step : null
  const looks = batch === null ? null : stepLooks(batch)
  return (
    <div className="flex min-h-0 flex-col overflow-y-auto border-r border-line bg-bg px-2 py-3">
      <nav aria-label={texts.frame.steps}>
        <ol className="grid gap-0.5">
          {steps.map((step, index) => (
            <li key={step}>
              <a
                href={hrefOfStep(props.id, step)}
                aria-current={step === current ? 'page' : undefined}
                className={link}
              >
                <StepMark number={index + 1} look={looks?.[index] ?? null} current={step === current} />
                {texts.steps[step]}
                <StepCount look={looks?.[index] ?? null} />
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {batch !== null && batch.accounts > 0 && <Funnel batch={batch} />}
    </div>
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

function StepCount({ look }: { readonly look: StepLook | null }): ReactNode {
  if (look === null) return null
  const attention = look.mark === 'attention' && look.count !== 0
  return (
    <span className={cx('ml-auto text-xs', attention ? 'font-semibold text-bad' : 'font-normal text-faint')}>
      {look.count === null
        ? '–'
        : look.of === null
          ? format.number(look.count)
          : texts.common.of(look.count, look.of)}
      {attention && <span className="sr-only"> {texts.rail.attention}</span>}
    </span>
  )
}

function Funnel({ batch }: { readonly batch: BatchView }): ReactNode {
  const pieces = piecesOf(batch)
  return (
    <section aria-label={texts.frame.accountsHeading} className="mt-auto px-2.5 pt-6 pb-1 text-xs text-soft">
      <p className="flex justify-between">
        {texts.frame.accountsHeading}
        <b className="font-semibold text-text">{format.number(batch.accounts)}</b>
      </p>
      <div className="my-2">
        <CountBar pieces={pieces} />
      </div>
      <CountLegend pieces={pieces} />
      {batch.held > 0 && <p className="mt-1 text-faint">{texts.rail.held(batch.held)}</p>}
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
      className="grid content-start gap-0.5 border-r border-line bg-bg px-2 py-3"
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
