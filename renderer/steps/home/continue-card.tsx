// Card of the batch to go on with: its next act as heading and button, its accounts by state, its main problems, and
// what could be done instead.
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { isRebuilding } from '../../accounts/running.ts'
import { loadAllTexts } from '../../app/display/language.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { CountBar, CountLegend } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { Progress } from '../../components/charts/progress.tsx'
import { createPageCode, usePageCode } from '../../components/page-code.ts'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { texts } from '../../texts/common.ts'
import { homeTexts as words } from '../../texts/home.ts'
import { BatchIcons } from './batch-icons.tsx'
import { actWords, currentState, factsOf, headingWords } from './batch-state.ts'
import { besidesOf, isFinished, nextActOf } from './next-act.ts'

const mainCauses = createPageCode(
  async () => (await Promise.all([import('./main-causes.tsx'), loadAllTexts()]))[0].MainCauses,
)

export function ContinueCard({ batch }: { readonly batch: BatchView }): ReactNode {
  const next = nextActOf(batch)
  const href = hrefOfStep(batch.id, next.step)
  const besides = besidesOf(batch)
  const continues = !isFinished(batch)
  const hasFigures = batch.accounts > 0 || batch.work !== null
  return (
    <section
      aria-labelledby="continue-heading"
      data-rebuilding={isRebuilding(batch) ? '' : undefined}
      className={cx(
        'group relative grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-pane p-5',
        // Without figures there is nothing to fill the height beside the other cards.
        hasFigures ? 'min-h-86 content-between' : 'content-start self-start',
      )}
    >
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-1.5 text-xs text-soft">
          <a href={href} className="max-w-full truncate rounded font-medium text-text hover:text-accent">
            {batch.name}
          </a>
          <span className="min-w-0 truncate">· {factsOf(batch).join(' · ')}</span>
          <span className="shrink-0">
            · <RelativeTime at={batch.workedAt} />
          </span>
          <span className="ml-auto flex h-5 shrink-0 items-center">
            <BatchIcons batch={batch} />
          </span>
        </p>
        <h2
          id="continue-heading"
          data-figure={`continue.${next.code}`}
          className="mt-0.5 text-xl font-semibold tracking-tight"
        >
          {headingWords(next)}
        </h2>
      </div>
      {hasFigures && <Accounts batch={batch} />}
      {(next.code === 'fix' || next.code === 'seeFailed') && <Causes batch={batch} />}
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton tone={continues ? 'primary' : 'plain'} size="large" href={href}>
          {continues && next.accounts > 0 ? words.continue : actWords(next)}
          <ArrowRight size={15} aria-hidden />
        </LinkButton>
        {besides !== null && (besides.code === 'submit' || besides.code === 'watch') && (
          <a
            href={hrefOfStep(batch.id, besides.step)}
            data-figure={`besides.${besides.code}`}
            className="rounded text-sm text-soft underline-offset-2 hover:text-text hover:underline"
          >
            {words.besides[besides.code]({ accounts: besides.accounts })}
          </a>
        )}
      </div>
    </section>
  )
}

function Accounts({ batch }: { readonly batch: BatchView }): ReactNode {
  const pieces = piecesOf(batch)
  return (
    <div className="grid gap-2">
      {batch.work !== null && (
        <>
          <Progress label={currentState(batch)} done={batch.work.done} total={batch.work.total} />
          <p className="text-sm text-soft">{currentState(batch)}</p>
        </>
      )}
      {batch.accounts > 0 && (
        <>
          <CountBar pieces={pieces} height={8} />
          <div className="flex flex-wrap items-start gap-x-5">
            <CountLegend pieces={pieces} inline className="min-w-0 flex-1" />
            <span data-figure="home.accounts" className="text-sm text-soft">
              {texts.accounts({ n: batch.accounts })}
            </span>
          </div>
        </>
      )}
    </div>
  )
}

/** Its line is there before the causes are, so that nothing moves. */
function Causes({ batch }: { readonly batch: BatchView }): ReactNode {
  const MainCauses = usePageCode(mainCauses)
  return <div className="min-h-6">{MainCauses !== null && <MainCauses batch={batch} />}</div>
}
