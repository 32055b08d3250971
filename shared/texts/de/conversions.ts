// German messages of conversions of cell values.
import type { conversionMessages as english } from '../en/conversions.ts'
import type { Translation } from '../texts.ts'

export const conversionMessages = {} as const satisfies Translation<typeof english>
