// German messages of merging file versions.
import type { versionMessages as english } from '../en/versions.ts'
import type { Translation } from '../texts.ts'

export const versionMessages = {} as const satisfies Translation<typeof english>
