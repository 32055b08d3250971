// English messages of conversions of cell values.
export const conversionMessages = {} as const
