// Row of waves: finished ones, the current one with its progress, and those to come.
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { hasEnded, type WaveStep, waveSteps } from '../../../shared/status/wave-steps.ts'
import { liveTexts as words } from '../../texts/watch/live.ts'

/** As many waves as fit in one row, including the newest and the next. */
const mostShown = 6

export function LiveWaves({ batch }: { readonly batch: BatchView }): ReactNode {
  const { plan, waves, stop } = batch.sending
  const all = waveSteps(plan, waves, batch.endings.ready).filter(({ state }) => state !== 'empty')
  const shown = all.slice(Math.max(0, Math.min(all.length - mostShown, waves.length - 2)), undefined)
  if (shown.length === 0) return <div />
  return (
    <ol aria-label={words.waves} className="grid auto-cols-fr grid-flow-col gap-x-[clamp(12px,1.4vw,24px)]">
      {shown.slice(0, mostShown).map((step) => (
        <Wave key={step.number} step={step} stopped={stop?.wave === step.number} />
      ))}
    </ol>
  )
}

function Wave({ step, stopped }: { readonly step: WaveStep; readonly stopped: boolean }): ReactNode {
  const { wave } = step
  const ended = wave !== null && hasEnded(wave)
  const now = wave !== null && !ended
  const done = wave === null ? 0 : wave.created + wave.wrong + wave.other
  const part = wave === null || wave.accounts === 0 ? 0 : (done / wave.accounts) * 100
  return (
    <li
      aria-current={now ? 'step' : undefined}
      className={cx(
        'min-w-0 rounded-lg border px-4 py-2.5',
        stopped ? 'border-bad/50 bg-bad-bg' : now ? 'border-wait/40 bg-wait-bg' : 'border-line',
      )}
    >
      <p className="flex items-center gap-2 text-[clamp(15px,1.25vw,20px)] leading-[1.3] text-soft">
        {words.wave({ wave: step.number })}
        {ended && !stopped && wave.wrong === 0 && (
          <Check size={18} strokeWidth={2.6} aria-hidden className="text-ok" />
        )}
        {ended && !stopped && wave.wrong > 0 && (
          <TriangleAlert size={18} strokeWidth={2.2} aria-hidden className="text-warn" />
        )}
      </p>
      <p className="truncate text-[clamp(20px,1.9vw,30px)] leading-[1.3] font-semibold tabular-nums">
        {now ? words.waveOf({ done, all: wave.accounts }) : format.number(step.accounts)}
      </p>
      <p className="truncate text-[clamp(14px,1.15vw,18px)] leading-[1.4] text-soft tabular-nums">
        {wave === null
          ? step.state === 'next'
            ? words.waveNext
            : step.size === null
              ? words.waveRest
              : words.waveLater
          : wave.wrong > 0
            ? words.wrong({ accounts: wave.wrong })
            : words.waveDone}
      </p>
      <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-2 h-1 w-full">
        <rect width="100" height="4" rx="0" className="fill-line" />
        <rect
          width={part}
          height="4"
          className={stopped ? 'fill-fill-bad' : ended ? 'fill-fill-ok' : 'fill-fill-wait'}
        />
      </svg>
    </li>
  )
}
