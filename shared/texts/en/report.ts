// English messages of reports.
export const reportMessages = {} as const
