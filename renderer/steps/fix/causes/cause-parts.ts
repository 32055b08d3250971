// What the parts of the cause list share: the properties of what stands below a chosen cause, and the cause that a fix
// is made for.
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { ProblemGroup, SheetView } from '../../../../shared/contract/views.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import type { CauseFix } from '../bulk/use-bulk.ts'
import type { FactsOf } from '../bulk/use-column-facts.ts'
import type { Edits } from '../edits/use-edits.ts'
import type { Overrulable } from '../overruling/overruling-dialog.tsx'

export type CauseAboutProps = {
  readonly batch: BatchView
  readonly group: ProblemGroup
  readonly sheet: SheetView | undefined
  /** The shape that the grid is narrowed to. */
  readonly shape: string | null
  readonly factsOf: FactsOf
  readonly edits: Pick<Edits, 'fix' | 'undoIfNewest'>
  readonly onFix: (fix: CauseFix) => void
  /** Opens what is left to the service. */
  readonly onDecide: (about: Overrulable) => void
}

/** The cause that a fix is made for. */
export function causeOf({ code, field, message }: ProblemGroup): CauseFix['cause'] {
  return { code, field, message: sentenceOf(message) }
}
