// Says until when an account is held and whether that day has come. Pure functions.
import { format } from '../../../texts/format.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'

export type HoldWords = { readonly words: string; readonly due: boolean }

/** `until` and `now` in milliseconds since 1970; null: held without a date. */
export function holdWords(until: number | null, now: number): HoldWords {
  if (until === null) return { words: fixTexts.heldTitle, due: false }
  const due = until <= now
  const day = format.day(until)
  return { words: due ? fixTexts.heldDue({ day }) : fixTexts.heldUntil({ day }), due }
}
