// Final message of memory-child.ts.
import { z } from 'zod'

/** KiB at most so far, before and after; the code of each answer that never became one. */
export const measured = z.object({ before: z.number(), after: z.number(), codes: z.array(z.string()) })
