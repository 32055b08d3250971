// Optimistic concurrency of actions. A view that can be acted on carries a version; the call that acts returns it as
// `expected`. If what was displayed has changed by then, the call does nothing and fails with the code `changed`.
// Versions are opaque: they are only compared.
import { createHash } from 'node:crypto'
import { failed, type Result, success } from './failure.ts'
import { type Said } from '../../../shared/texts/message.ts'

/** Equal for equal parts, also after a restart. The parts are compared as JSON. */
export function versionOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}

/**
 * The failure `changed` unless the displayed version is the current one. Undefined: the caller displayed nothing, so
 * the action applies to whatever there is now. `message`: what is there now, and what to do.
 */
export function checkExpected(
  expected: string | undefined,
  current: string,
  message: () => Said,
): Result<void> {
  return expected === undefined || expected === current ? success(undefined) : changed(message())
}

export function changed(message: Said): Result<never> {
  return failed('input', 'changed', message)
}
