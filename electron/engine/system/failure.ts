// Expected failures as values: a stable code, a message for a person, and a kind that says where to fix it.

import type { EncodingCandidate } from '../../../shared/sheet/sheet.ts'
import type { Said } from '../../../shared/texts/message.ts'

export type Failure = {
  readonly code: string
  /** What happened, to what, and what to do. */
  readonly message: Said
  /**
   * input: the file, the mapping, a setting; service: the service or the credential; workspace: our own data folder.
   */
  readonly kind: 'input' | 'service' | 'workspace'
  /** For a file of uncertain encoding: how it reads in each encoding, best first. */
  readonly candidates?: readonly EncodingCandidate[] | undefined
  /** For one of several files that cannot be read: its position among them. */
  readonly file?: number | undefined
  /** For a copied data folder: where its data was last used. */
  readonly original?: Said | undefined
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
  message: Said,
): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { kind, code, message } }
}

/** Failure for a file that cannot be read, with the reader's message. */
export function fileRefused(failure: Pick<Failure, 'code' | 'message' | 'candidates' | 'file'>): {
  readonly ok: false
  readonly failure: Failure
} {
  const { code, message, candidates, file } = failure
  return {
    ok: false,
    failure: {
      kind: 'input',
      code,
      message,
      ...(candidates === undefined ? {} : { candidates }),
      ...(file === undefined ? {} : { file }),
    },
  }
}

/** The message of anything that was thrown, for logs and for sentences that quote the system. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
