// Final message of memory-child.ts.
import { z } from 'zod'

/** Peak memory in KiB, before and after; the code of each reply that was never completed. */
export const measured = z.object({ before: z.number(), after: z.number(), codes: z.array(z.string()) })
