// English messages of merging file versions.
export const versionMessages = {
  as_in: 'As in “{name}”.',
  earlier_not_mapped: 'Batch {batch} has no mapping yet.',
  earlier_not_open:
    'Batch {batch} has not been loaded and mapped whole, so there is nothing to compare a newer file with. Load the file as a new batch.',
  has_later_version:
    'Batch {batch} is already a newer version of this file. Open the file as a newer version of that one.',
} as const
