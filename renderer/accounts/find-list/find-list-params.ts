// The parameter of the address that opens the dialog "Find a list" on a page of a batch.
export const findListParams = { find: 'list' } as const
