// German messages of mappings, suggestions, templates, catalogues and payloads.
import type { mappingMessages as english } from '../en/mapping.ts'
import type { Translation } from '../texts.ts'

export const mappingMessages = {} as const satisfies Translation<typeof english>
