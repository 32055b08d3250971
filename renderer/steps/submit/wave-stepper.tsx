// The waves as a list of steps, one of them next. Only that one has a button; sizes can be changed until they are used.
// On production a dialog names count, supplier and place, and wants the supplier's code typed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { onTheWay } from '../../app/batch-parts.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../parts/button.tsx'
import { cx } from '../../parts/classes.ts'
import { inputClass } from '../../parts/field.tsx'
import { format } from '../../parts/format.ts'
import { toast } from '../../parts/toast.tsx'
import { useHeldCleared } from './connection-facts.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { remember, type ReleaseMemory } from './release-memory.ts'
import { submitTexts } from './submit-texts.ts'
import type { SupplierWords } from './supplier-notes.ts'
import { WaveAdvice } from './wave-advice.tsx'
import { nextRelease, planWaves, releasedSoFar, type Wave } from './waves.ts'

const words = submitTexts.waves

type Props = {
  readonly batch: BatchView
  readonly memory: ReleaseMemory
  readonly agreed: boolean
  readonly hasKey: boolean
  /** What is known of the suppliers. */
  readonly notes: readonly SupplierWords[]
}

export function WaveStepper(props: Props): ReactNode {
  const { batch, memory } = props
  const held = useHeldCleared(batch)
  const waves = planWaves(
    memory.sizes,
    releasedSoFar(batch),
    Math.max(0, batch.states.cleared - held),
    memory.from,
  )
  const limit = nextRelease(waves)
  const [asking, setAsking] = useState(false)
  const release = useRelease(batch, waves, () => setAsking(false))
  function begin(): void {
    if (limit === null) return
    if (batch.connection?.production === true) setAsking(true)
    else release.mutate({ batch: batch.id, limit })
  }
  return (
    <section aria-labelledby="waves-heading" className="px-5 pt-4 pb-5">
      <h2 id="waves-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <p className="mb-2 text-xs text-soft">{words.intro}</p>
      <ol className="grid">
        {waves.map((wave) => (
          <WaveRow
            key={wave.number}
            wave={wave}
            last={wave.number === waves.length}
            settled={onTheWay(batch) === 0}
            nothingYet={limit === null && releasedSoFar(batch) === 0}
            onSize={(size) => remember(batch.id, { sizes: memory.sizes.with(wave.number - 1, size) })}
            button={
              wave.state === 'next' && limit !== null ? (
                <Button
                  tone={toneOf(batch)}
                  disabled={!props.agreed || !props.hasKey}
                  busy={release.isPending}
                  onClick={begin}
                >
                  {words.release(limit)}
                </Button>
              ) : null
            }
          />
        ))}
      </ol>
      <WaveAdvice batch={batch} agreed={props.agreed} hasKey={props.hasKey} limit={limit} held={held} />
      <ReleaseDialog
        batch={batch}
        limit={limit}
        notes={props.notes}
        open={asking}
        busy={release.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => limit !== null && release.mutate({ batch: batch.id, limit })}
      />
    </section>
  )
}

/** The strong colour is for a wave that nothing speaks against. */
function toneOf(batch: BatchView): 'danger' | 'primary' | 'plain' {
  if (batch.connection?.production === true) return 'danger'
  const { failed, cancelled } = batch.outcomes
  return failed + cancelled + onTheWay(batch) > 0 ? 'plain' : 'primary'
}

function useRelease(batch: BatchView, waves: readonly Wave[], onDone: () => void) {
  const client = useQueryClient()
  return useMutation(
    api.batches.release.mutationOptions({
      onSuccess: ({ released, elsewhere }) => {
        const next = waves.findIndex((wave) => wave.state === 'next')
        remember(batch.id, { from: next + 1 })
        // What was released shows in the list, in the counts and in what happened.
        if (elsewhere > 0) toast.notice('warning', words.elsewhere(released, elsewhere))
      },
      onError: toast.failed,
      onSettled: () => {
        onDone()
        return client.invalidateQueries({
          queryKey: api.batches.get.queryKey({ input: { batch: batch.id } }),
        })
      },
    }),
  )
}

function nameOf(wave: Wave): string {
  return wave.size === null ? words.rest : (words.name[wave.number - 1] ?? '')
}

function Marker({ wave }: { readonly wave: Wave }): ReactNode {
  const looks = {
    released: 'border-ok bg-ok-bg text-ok',
    next: 'border-accent bg-accent-bg text-accent',
    later: 'border-edge text-soft',
    empty: 'border-line text-faint',
  }
  return (
    <span
      aria-hidden
      className={cx(
        'relative grid size-6 shrink-0 place-items-center rounded-full border text-xs font-medium',
        looks[wave.state],
      )}
    >
      {wave.state === 'released' ? <Check size={13} strokeWidth={2.6} /> : wave.number}
    </span>
  )
}

function WaveRow(props: {
  readonly wave: Wave
  readonly last: boolean
  /** Nothing of any wave is under way. */
  readonly settled: boolean
  /** No account is cleared or released. */
  readonly nothingYet: boolean
  readonly onSize: (size: number) => void
  readonly button: ReactNode
}): ReactNode {
  const { wave } = props
  const quiet = wave.state === 'later' || wave.state === 'empty'
  return (
    <li
      aria-current={wave.state === 'next' ? 'step' : undefined}
      className="relative flex h-11 items-center gap-3"
    >
      {!props.last && (
        <span aria-hidden className="absolute top-[34px] -bottom-2.5 left-3 w-px -translate-x-1/2 bg-line" />
      )}
      <Marker wave={wave} />
      <span className={cx('w-20 shrink-0', quiet ? 'text-soft' : 'font-medium')}>{nameOf(wave)}</span>
      <span className="flex w-38 shrink-0 items-center gap-2">
        {wave.size === null || wave.state === 'released' ? (
          <span className="w-18 shrink-0 px-2 text-right tabular-nums">{format.number(wave.accounts)}</span>
        ) : (
          <SizeField wave={wave} size={wave.size} onSize={props.onSize} />
        )}
        <span className="text-soft">
          {words.unit(wave.state === 'released' ? wave.accounts : (wave.size ?? wave.accounts))}
        </span>
      </span>
      <span className="min-w-0 flex-1 truncate text-soft">
        {props.nothingYet ? words.notYet : stateWords(wave, props.settled)}
      </span>
      {props.button}
    </li>
  )
}

function stateWords(wave: Wave, settled: boolean): ReactNode {
  switch (wave.state) {
    case 'released': {
      const text = words.released(wave.released)
      return settled ? `${text} · ${words.allSettled}` : text
    }
    case 'next':
      return wave.released > 0 ? `${words.next} · ${words.released(wave.released)}` : words.next
    case 'later':
      return words.later
    case 'empty':
      return <span className="text-faint">{words.nothingLeft}</span>
  }
}

/** Keeps what is typed until it is a number; an empty or zero field falls back to what it was. */
function SizeField(props: {
  readonly wave: Wave
  readonly size: number
  readonly onSize: (size: number) => void
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null)
  function take(): void {
    const size = Number(typed ?? '')
    if (typed !== null && Number.isSafeInteger(size) && size > 0) props.onSize(size)
    setTyped(null)
  }
  return (
    <input
      aria-label={words.size(props.wave.number)}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(props.size)}
      onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, '').slice(0, 7))}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
        if (event.key === 'Escape') setTyped(null)
      }}
      className={cx(inputClass, 'w-18! shrink-0 text-right tabular-nums')}
    />
  )
}
