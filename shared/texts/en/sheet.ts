// English messages of what is noticed in a sheet: warnings, damage, odd rows.
export const sheetMessages = {} as const
