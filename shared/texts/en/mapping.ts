// English messages of mappings, suggestions, templates, catalogues and payloads.
export const mappingMessages = {} as const
