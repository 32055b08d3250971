// Hours in which nothing is sent: by the local time of this machine, on days of the week. An entry that ends before it
// begins crosses midnight and belongs to the day on which it begins.
import { z } from 'zod'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00')

export const quietHours = z.strictObject({
  /** 1 is Monday, 7 is Sunday; the days on which it begins. */
  days: z.array(z.number().int().min(1).max(7)).min(1).default([1, 2, 3, 4, 5, 6, 7]),
  from: timeOfDay,
  to: timeOfDay,
})
export type QuietHours = z.infer<typeof quietHours>
