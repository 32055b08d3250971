// Editor of the sending plan: what happens between two waves, and the brakes that stop a wave automatically. Every
// change takes effect at once, even during sending. Each option explains its effect and what it would have done so
// far.
import { useQuery } from '@tanstack/react-query'
import { WordHelp } from '../../../components/overlays/word-help.tsx'
import { type ReactNode, useId } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { Brakes, SendingPlan } from '../../../../shared/sending/wave-plan.ts'
import { api } from '../../../app/engine.ts'
import { Switch } from '../../../components/fields/checkbox.tsx'
import { Select } from '../../../components/fields/select.tsx'
import {
  errorRateEffect,
  errorRateWords,
  sameCodeEffect,
  sameCodeWords,
  stopCodesEffect,
  stopCodesWords,
} from './brake-effects.ts'
import { codesIn, percentIn, wholeIn, withBrakes } from './plan-changes.ts'
import { planTexts as words } from '../../../texts/submit/plan.ts'
import { TypedField } from './typed-field.tsx'
import { useCodes } from '../use-codes.ts'
import type { PlanUse } from './use-plan.ts'

const ways = ['ask', 'when_sent', 'when_done'] as const satisfies readonly SendingPlan['between'][]
const usual = { errorRate: { percent: 10, atLeast: 20 }, sameCode: 5 } as const
const onlyNumbers = /[^\d.]/g

export function PlanEditor(props: { readonly batch: BatchView; readonly use: PlanUse }): ReactNode {
  const { batch, use } = props
  const id = useId()
  const { plan, change } = use
  return (
    <section aria-labelledby={id} className="border-t border-line px-5 pt-4 pb-6">
      <h2 id={id} className="text-md font-semibold">
        {words.heading}
      </h2>
      <p className="text-xs text-soft">{words.intro}</p>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)_180px] items-start gap-x-4">
        <div>
          <p className="font-medium">{words.between}</p>
          <p className="text-sm text-soft">{words.betweenHints[plan.between]}</p>
          {batch.connection?.environment === 'production' && plan.between !== 'ask' && (
            <p className="text-sm font-medium text-production">{words.betweenProduction}</p>
          )}
        </div>
        <Select
          label={words.between}
          value={plan.between}
          choices={ways.map((value) => ({
            value,
            label: words.betweenLabels[value],
            hint: words.betweenHints[value],
          }))}
          onChange={(between) => change({ ...plan, between })}
        />
      </div>
      <BrakeRows batch={batch} plan={plan} onChange={(next) => change(withBrakes(plan, next))} />
    </section>
  )
}

function BrakeRows(props: {
  readonly batch: BatchView
  readonly plan: SendingPlan
  readonly onChange: (change: Partial<Brakes>) => void
}): ReactNode {
  const { batch, onChange } = props
  const { errorRate, sameCode, stopCodes, forAll } = props.plan.brakes
  const codes = useCodes(batch)
  const { waves } = batch.sending
  return (
    <>
      <div className="mt-5 flex items-center gap-1">
        <p className="font-medium">{words.brakes}</p>
        <WordHelp of="brake" />
      </div>
      <p className="text-sm text-soft">
        {errorRate === null && sameCode === null && stopCodes.length === 0 ? words.none : words.brakesIntro}
      </p>
      <ul className="mt-1 divide-y divide-line">
        <Brake
          name={words.errorRate}
          does={errorRate === null ? null : words.errorRateDoes(errorRate)}
          effect={errorRate === null ? null : errorRateWords(errorRateEffect(errorRate, waves))}
          onTurn={(on) => onChange({ errorRate: on ? usual.errorRate : null })}
        >
          {errorRate !== null && (
            <ErrorRateFields rate={errorRate} onTake={(next) => onChange({ errorRate: next })} />
          )}
        </Brake>
        <Brake
          name={words.sameCode}
          does={sameCode === null ? null : words.sameCodeDoes({ times: sameCode })}
          effect={sameCode === null ? null : sameCodeWords(sameCodeEffect(sameCode, codes))}
          onTurn={(on) => onChange({ sameCode: on ? usual.sameCode : null })}
        >
          {sameCode !== null && (
            <TypedField
              label={words.times}
              isLabelShown
              value={String(sameCode)}
              only={onlyNumbers}
              read={(text) => wholeIn(text, 2, 1_000_000)}
              error={words.errors.times}
              onTake={(times) => onChange({ sameCode: times })}
              className="w-18"
            />
          )}
        </Brake>
        <StopCodes
          stopCodes={stopCodes}
          effect={stopCodesWords(stopCodesEffect(stopCodes, codes))}
          onTake={(next) => onChange({ stopCodes: next })}
        />
        <ForAll batch={batch} on={forAll} onTurn={(on) => onChange({ forAll: on })} />
      </ul>
    </>
  )
}

/** Only in a team: the practice service is each desktop's own. */
function ForAll(props: {
  readonly batch: BatchView
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
}): ReactNode {
  const { connection, supplier } = props.batch
  const team = useQuery(api.team.get.queryOptions()).data ?? null
  if (team === null || connection === null || connection.environment === 'practice') return null
  return (
    <li className="py-2.5">
      <Switch
        label={<span className="font-medium">{words.forAll}</span>}
        hint={supplier === null ? words.forAllDoes : words.forAllDoesSupplier({ supplier })}
        checked={props.on}
        onChange={props.onTurn}
      />
    </li>
  )
}

type ErrorRate = NonNullable<Brakes['errorRate']>

function ErrorRateFields(props: {
  readonly rate: ErrorRate
  readonly onTake: (rate: ErrorRate) => void
}): ReactNode {
  const { rate, onTake } = props
  return (
    <>
      <TypedField
        label={words.percent}
        isLabelShown
        value={String(rate.percent)}
        unit="%"
        only={onlyNumbers}
        read={percentIn}
        error={words.errors.percent}
        onTake={(percent) => onTake({ ...rate, percent })}
        className="w-18"
      />
      <TypedField
        label={words.atLeast}
        isLabelShown
        value={String(rate.atLeast)}
        only={onlyNumbers}
        read={(text) => wholeIn(text, 1, 1_000_000)}
        error={words.errors.atLeast}
        onTake={(atLeast) => onTake({ ...rate, atLeast })}
        className="w-18"
      />
    </>
  )
}

function StopCodes(props: {
  readonly stopCodes: Brakes['stopCodes']
  readonly effect: string
  readonly onTake: (codes: Brakes['stopCodes']) => void
}): ReactNode {
  const { stopCodes } = props
  return (
    <li className="grid gap-1 py-2.5">
      <p className="font-medium">{words.stopCodes}</p>
      <p className="text-sm text-soft">{words.stopCodesDoes}</p>
      <TypedField
        label={words.stopCodesField}
        isLabelShown
        value={stopCodes.join(', ')}
        placeholder={words.stopCodesExample}
        read={codesIn}
        error=""
        onTake={props.onTake}
        className="mt-1 w-full"
      />
      {stopCodes.length > 0 && <p className="text-xs text-faint">{props.effect}</p>}
    </li>
  )
}

function Brake(props: {
  readonly name: string
  /** Null: it is off. */
  readonly does: string | null
  readonly effect: string | null
  readonly onTurn: (on: boolean) => void
  readonly children: ReactNode
}): ReactNode {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 py-2.5">
      <Switch
        label={<span className="font-medium">{props.name}</span>}
        checked={props.does !== null}
        onChange={props.onTurn}
      />
      <span className="flex min-h-7 items-start gap-4">{props.children}</span>
      <div className="col-span-full pl-9">
        <p className="text-sm text-soft">{props.does ?? words.off}</p>
        {props.effect !== null && <p className="text-xs text-faint">{props.effect}</p>}
      </div>
    </li>
  )
}
