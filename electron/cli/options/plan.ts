// Options for sending: waves, pauses between waves, brakes. Parses them into settings and gives a sentence for each
// mistake. An option that is not given keeps its previous value.
import { InvalidArgumentError, Option } from 'commander'
import type { Environment } from '../../../shared/sending/connection.ts'
import { type Brakes, type SendingPlan, sendingPlan, usualPlan } from '../../../shared/sending/wave-plan.ts'
import { refuse } from '../terminal/exit.ts'
import { helpTexts } from '../texts/help.ts'
import { dataTexts } from '../texts/data.ts'

export type PlanOptions = {
  readonly waves?: readonly number[]
  readonly between?: 'ask' | 'sent' | 'done'
  readonly brakeErrorRate?: number
  readonly brakeAfter?: number
  readonly brakeSameCode?: number
  readonly brakeOnCode?: readonly string[]
  readonly brakesForAll?: boolean
  /** False for `--no-brakes`; commander sets true where it is absent. */
  readonly brakes?: boolean
}

const noBrakes: Brakes = { errorRate: null, sameCode: null, stopCodes: [], forAll: false }

/** Default plan of `run` for everything except production: all accounts in one wave. */
export const plainPlan: SendingPlan = { sizes: [], between: 'ask', brakes: noBrakes }

export function waveSizes(text: string): readonly number[] {
  if (text.trim().toLowerCase() === 'all') return []
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > 20) throw new InvalidArgumentError(helpTexts.invalid.mostWaves)
  return parts.map((part) => {
    const size = /^\d+$/.test(part) ? Number(part) : 0
    if (size < 1 || !Number.isSafeInteger(size)) throw new InvalidArgumentError(helpTexts.invalid.waveSizes)
    return size
  })
}

export function percentage(text: string): number {
  const number = /^(\d+(?:\.\d+)?)\s*%?$/.exec(text.trim())?.[1]
  const value = number === undefined ? Number.NaN : Number(number)
  if (!(value >= 1 && value <= 100)) throw new InvalidArgumentError(helpTexts.invalid.percentage)
  return value
}

function timesInARow(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 2) throw new InvalidArgumentError(helpTexts.invalid.fromTwo)
  return Number(text)
}

function answers(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1) throw new InvalidArgumentError(helpTexts.invalid.fromOne)
  return Number(text)
}

function codes(text: string, before: readonly string[] | undefined): readonly string[] {
  const code = text.trim()
  if (code === '') throw new InvalidArgumentError(helpTexts.invalid.code)
  if ((before?.length ?? 0) >= 100) throw new InvalidArgumentError(helpTexts.invalid.mostCodes)
  return [...new Set([...(before ?? []), code])]
}

const units: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** “90s”, “30min”, “24h”, “2d” in milliseconds; “never” is null. */
export function age(text: string): number | null {
  const said = text.trim().toLowerCase()
  if (said === 'never') return null
  const parts = /^(\d+(?:\.\d+)?)\s*(s|min|h|d)$/.exec(said)
  const value = Math.round(Number(parts?.[1]) * (units[parts?.[2] ?? ''] ?? Number.NaN))
  if (!(value > 0) || !Number.isSafeInteger(value)) throw new InvalidArgumentError(helpTexts.invalid.age)
  return value
}

const waves = (): Option => new Option('--waves <sizes>', helpTexts.options.waves).argParser(waveSizes)
const between = (): Option =>
  new Option('--between <when>', helpTexts.options.between).choices(['ask', 'sent', 'done'])

export const planOptions = (): readonly Option[] => [
  waves(),
  between(),
  new Option('--brake-error-rate <percent>', helpTexts.options.brakeErrorRate).argParser(percentage),
  new Option('--brake-after <n>', helpTexts.options.brakeAfter).argParser(answers),
  new Option('--brake-same-code <n>', helpTexts.options.brakeSameCode).argParser(timesInARow),
  new Option('--brake-on-code <code>', helpTexts.options.brakeOnCode).argParser(codes),
  new Option('--brakes-for-all', helpTexts.options.brakesForAll),
  new Option('--no-brakes-for-all', helpTexts.options.noBrakesForAll),
  new Option('--no-brakes', helpTexts.options.noBrakes),
]

/**
 * Plan from these options, based on an existing one. `done`: sizes of the released waves, which `--waves` does not
 * change. Null if no option is given.
 */
export function planFrom(
  options: PlanOptions,
  before: SendingPlan,
  done: readonly number[] = [],
): SendingPlan | null {
  const { waves: sizes, between: when } = options
  const brakes = brakesFrom(options, before.brakes)
  if (sizes === undefined && when === undefined && brakes === null) return null
  if (sizes !== undefined && done.length + sizes.length > 20)
    refuse(dataTexts.plan.mostWaves({ sent: done.length }))
  return sendingPlan.parse({
    sizes: sizes === undefined ? before.sizes : [...done, ...sizes].slice(0, 20),
    between: when === undefined ? before.between : when === 'ask' ? 'ask' : `when_${when}`,
    brakes: brakes ?? before.brakes,
  })
}

/**
 * Plan of a new batch. Waves come with the usual brakes. Without options there is one wave; on production there are
 * the usual waves and brakes.
 */
export function newPlan(options: PlanOptions, environment: Environment = 'test'): SendingPlan {
  const inWaves = options.waves !== undefined && options.waves.length > 0
  const base =
    environment === 'production'
      ? { ...usualPlan, sizes: options.waves === undefined ? usualPlan.sizes : [] }
      : inWaves
        ? { ...plainPlan, brakes: usualPlan.brakes }
        : plainPlan
  return planFrom(options, base) ?? base
}

function brakesFrom(options: PlanOptions, before: Brakes): Brakes | null {
  const { brakeErrorRate, brakeAfter, brakeSameCode, brakeOnCode, brakesForAll } = options
  const said = [brakeErrorRate, brakeAfter, brakeSameCode, brakeOnCode, brakesForAll].some(
    (one) => one !== undefined,
  )
  if (options.brakes === false) {
    if (said) refuse(dataTexts.plan.noBrakes)
    return noBrakes
  }
  if (!said) return null
  const usual = usualPlan.brakes.errorRate
  const rate = before.errorRate
  if (brakeAfter !== undefined && brakeErrorRate === undefined && rate === null)
    refuse(dataTexts.plan.brakeAfterAlone)
  return {
    errorRate:
      brakeErrorRate === undefined && brakeAfter === undefined
        ? rate
        : {
            percent: brakeErrorRate ?? rate?.percent ?? usual?.percent ?? 10,
            atLeast: brakeAfter ?? rate?.atLeast ?? usual?.atLeast ?? 20,
          },
    sameCode: brakeSameCode ?? before.sameCode,
    stopCodes: brakeOnCode === undefined ? before.stopCodes : [...brakeOnCode],
    forAll: brakesForAll ?? before.forAll,
  }
}
