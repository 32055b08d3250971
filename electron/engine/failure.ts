// Expected failures are values: a stable code, a sentence for a person, and whose turn it is.

import type { EncodingCandidate } from '../../shared/sheet.ts'

export type Failure = {
  readonly code: string
  /** What happened, to what, and what to do. */
  readonly message: string
  /** input: the file, the mapping, a setting; service: the service or the credential; workspace: our own data folder. */
  readonly kind: 'input' | 'service' | 'workspace'
  /** Of a file whose encoding is not certain: what it says in each, best first. */
  readonly candidates?: readonly EncodingCandidate[] | undefined
  /** Of a copied data folder: where its data was last used. */
  readonly original?: string | undefined
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure }

export function success<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failed(
  kind: Failure['kind'],
  code: string,
  message: string,
): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { kind, code, message } }
}

/** A file that cannot be read, in the reader's words. */
export function fileRefused(failure: Pick<Failure, 'code' | 'message' | 'candidates'>): {
  readonly ok: false
  readonly failure: Failure
} {
  const { code, message, candidates } = failure
  return {
    ok: false,
    failure: { kind: 'input', code, message, ...(candidates === undefined ? {} : { candidates }) },
  }
}

/** The message of anything that was thrown, for logs and for sentences that quote the system. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
