// How a person likes the window: which panes are open and how wide they are. Choices of display only; anything else under
// their name shows what is usual. Pure.
import { z } from 'zod'

const width = z.number().int().min(120).max(900).nullable().catch(null)
const choices = z.object({
  railNarrow: z.boolean().catch(false),
  causesShown: z.boolean().catch(true),
  /** Pixels; null: as wide as the window's size suggests. */
  causesWidth: width,
  accountShown: z.boolean().catch(true),
  accountWidth: width,
})
export type DisplayChoices = z.infer<typeof choices>

/** What is usual, from anything at all. */
export function readChoices(kept: string | null): DisplayChoices {
  try {
    return choices.catch(choices.parse({})).parse(JSON.parse(kept ?? '{}'))
  } catch {
    return choices.parse({})
  }
}
