// Changes of a sending plan, and parsing of its typed texts. Invalid input returns null and leaves the plan
// unchanged. Pure functions.
import type { Brakes, SendingPlan } from '../../../../shared/sending/wave-plan.ts'

const mostSizes = 20
const largestSize = 1_000_000

/** `at`: which of the sizes, from 0. */
export function withSize(plan: SendingPlan, at: number, size: number): SendingPlan {
  return at >= plan.sizes.length ? plan : { ...plan, sizes: plan.sizes.with(at, size) }
}

/** One more before the rest, ten times the one before it; null where there are as many as there may be. */
export function withOneMore(plan: SendingPlan): SendingPlan | null {
  if (plan.sizes.length >= mostSizes) return null
  const last = plan.sizes.at(-1)
  return { ...plan, sizes: [...plan.sizes, last === undefined ? 1 : Math.min(largestSize, last * 10)] }
}

export function withoutWave(plan: SendingPlan, at: number): SendingPlan {
  return { ...plan, sizes: plan.sizes.toSpliced(at, 1) }
}

export function withBrakes(plan: SendingPlan, change: Partial<Brakes>): SendingPlan {
  return { ...plan, brakes: { ...plan.brakes, ...change } }
}

/** A whole number from `least` to `most`; null for anything else. */
export function wholeIn(text: string, least: number, most: number): number | null {
  const trimmed = text.trim()
  if (!/^\d{1,7}$/.test(trimmed)) return null
  const value = Number(trimmed)
  return value >= least && value <= most ? value : null
}

/** From 1 to 100, with at most two decimals; null for anything else. */
export function percentIn(text: string): number | null {
  const trimmed = text.trim().replace(/\s*%$/, '')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(trimmed)) return null
  const value = Number(trimmed)
  return value >= 1 && value <= 100 ? value : null
}

/** Codes as they are typed: commas, blanks or lines between them, each once, at most a hundred. */
export function codesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((code) => code !== ''))].slice(0, 100)
}
