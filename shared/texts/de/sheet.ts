// German messages of what is noticed in a sheet: warnings, damage, odd rows.
import type { sheetMessages as english } from '../en/sheet.ts'
import type { Translation } from '../texts.ts'

export const sheetMessages = {} as const satisfies Translation<typeof english>
