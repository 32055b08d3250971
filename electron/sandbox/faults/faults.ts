// List of fault rules and their plan for one request. The plan is made once, after the request has arrived and
// before any work. Mild effects are combined (latency, skew, hiding); of the effects that end a request, the first
// rule wins.
import { assertNever } from '../../../shared/contract/assert-never.ts'
import {
  faultRule,
  type FaultEffect,
  type FaultRule,
  type FaultRuleInput,
  type RouteName,
} from './fault-rules.ts'
import { fraction } from '../seeded.ts'

type EffectOf<K extends FaultEffect['kind']> = Extract<FaultEffect, { kind: K }>

export type Plan = {
  /** Ids of the rules that matched this request. */
  readonly applied: readonly string[]
  readonly latency: readonly EffectOf<'latency'>[]
  readonly skewDateMs: number
  readonly skewRecordMs: number
  readonly hideMs: number
  readonly expireTokens: boolean
  readonly duplicate: EffectOf<'duplicate'> | null
  readonly throttle: {
    readonly retryAfter: 'seconds' | 'date' | 'absent'
    readonly waitSeconds: number
  } | null
  readonly end: EffectOf<'status' | 'cut' | 'reset' | 'hang' | 'drip' | 'flood'> | null
  /** Must be called once, at the end of the exchange. */
  readonly release: () => void
}

export type FaultTarget = {
  /** `unrouted`: only rules for any route match it. */
  readonly route: RouteName | 'unrouted'
  readonly supplier: string | null
  readonly account: string | null
}

type Live = {
  readonly rule: FaultRule & { readonly id: string }
  readonly pattern: RegExp | null
  matches: number
  met: number
  active: number
  tokens: number
  refilledAt: number
}

export type Faults = ReturnType<typeof createFaults>

/** @param nowMs a clock in milliseconds, for rates. */
export function createFaults(seed: number, nowMs: () => number) {
  let live: Live[] = []
  let named = 0

  function add(input: FaultRuleInput): string {
    const rule = faultRule.parse(input)
    named += 1
    const id = rule.id ?? `fault-${named}`
    if (live.some((other) => other.rule.id === id))
      throw new Error(`There is already a fault rule named "${id}".`)
    live.push(liveRule({ ...rule, id }, nowMs()))
    return id
  }

  return {
    add,
    remove: (id: string): boolean => {
      const before = live.length
      live = live.filter((entry) => entry.rule.id !== id)
      return live.length < before
    },
    clear: () => {
      live = []
    },
    list: () => live.map(({ rule, matches, met }) => ({ ...rule, matches, met })),
    planFor: (target: FaultTarget): Plan => planOf(live, target, seed, nowMs()),
  }
}

function liveRule(rule: Live['rule'], now: number): Live {
  return {
    rule,
    pattern: rule.accountPattern === undefined ? null : new RegExp(rule.accountPattern, 'u'),
    matches: 0,
    met: 0,
    active: 0,
    tokens: rule.effect.kind === 'rate' ? rule.effect.burst : 0,
    refilledAt: now,
  }
}

/** True if the rule applies to this request; counts the request either way. */
function meets(entry: Live, target: FaultTarget, seed: number): boolean {
  const { rule } = entry
  if (rule.route !== 'any' && rule.route !== target.route) return false
  if (rule.supplier !== undefined && rule.supplier !== target.supplier) return false
  if (rule.account !== undefined && rule.account !== target.account) return false
  if (entry.pattern !== null && !(target.account !== null && entry.pattern.test(target.account))) return false
  const at = entry.matches
  entry.matches += 1
  if (at < rule.skip || (at - rule.skip + 1) % rule.every !== 0) return false
  if (rule.count !== undefined && entry.met >= rule.count) return false
  if (rule.probability < 1 && fraction(seed, 'fault', rule.id, at) >= rule.probability) return false
  entry.met += 1
  return true
}

function planOf(live: readonly Live[], target: FaultTarget, seed: number, now: number): Plan {
  if (live.length === 0) return calm
  const parts: Building = { ...calm, applied: [], latency: [], release: () => undefined }
  const held: Live[] = []
  for (const entry of live) {
    if (!meets(entry, target, seed)) continue
    if (addEffect(parts, entry, now)) parts.applied.push(entry.rule.id)
    if (entry.rule.effect.kind === 'concurrency') {
      entry.active += 1
      held.push(entry)
    }
  }
  return {
    ...parts,
    release: () => {
      for (const entry of held.splice(0)) entry.active -= 1
    },
  }
}

const calm: Plan = {
  applied: [],
  latency: [],
  skewDateMs: 0,
  skewRecordMs: 0,
  hideMs: 0,
  expireTokens: false,
  duplicate: null,
  throttle: null,
  end: null,
  release: () => undefined,
}

type Building = { -readonly [K in keyof Plan]: Plan[K] } & {
  applied: string[]
  latency: EffectOf<'latency'>[]
}

/** Adds one rule's effect; false if the rule matched but let the request pass (a limit that is not reached). */
function addEffect(plan: Building, entry: Live, now: number): boolean {
  const { effect } = entry.rule
  switch (effect.kind) {
    case 'latency':
      plan.latency.push(effect)
      return true
    case 'skew':
      if (effect.of !== 'created_at') plan.skewDateMs += effect.ms
      if (effect.of !== 'date') plan.skewRecordMs += effect.ms
      return true
    case 'hide':
      plan.hideMs = Math.max(plan.hideMs, effect.ms)
      return true
    case 'expire_tokens':
      plan.expireTokens = true
      return true
    case 'duplicate':
      plan.duplicate ??= effect
      return true
    case 'rate': {
      const waitSeconds = takeToken(entry, effect, now)
      if (waitSeconds === 0) return false
      plan.throttle ??= { retryAfter: effect.retryAfter, waitSeconds }
      return true
    }
    case 'concurrency':
      if (entry.active < effect.limit) return false
      plan.throttle ??= { retryAfter: effect.retryAfter, waitSeconds: 1 }
      return true
    case 'status':
    case 'cut':
    case 'reset':
    case 'hang':
    case 'drip':
    case 'flood':
      plan.end ??= effect
      return true
    default:
      return assertNever(effect)
  }
}

/** A token bucket; returns 0 if the request may pass, else the whole seconds until the next one may. */
function takeToken(entry: Live, effect: EffectOf<'rate'>, now: number): number {
  const gained = (Math.max(0, now - entry.refilledAt) / 1_000) * effect.perSecond
  entry.tokens = Math.min(effect.burst, entry.tokens + gained)
  entry.refilledAt = now
  if (entry.tokens >= 1) {
    entry.tokens -= 1
    return 0
  }
  return Math.max(1, Math.ceil((1 - entry.tokens) / effect.perSecond))
}
