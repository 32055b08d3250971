// German messages of reports.
import type { reportMessages as english } from '../en/report.ts'
import type { Translation } from '../texts.ts'

export const reportMessages = {} as const satisfies Translation<typeof english>
