// English messages of merging file versions.
export const versionMessages = {} as const
