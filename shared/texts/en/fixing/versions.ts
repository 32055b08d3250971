// English messages of merging file versions.
export const versionMessages = {
  as_in: 'As in “{name}”.',
  earlier_not_mapped: 'Batch {batch} has no mapping yet.',
  earlier_not_open:
    'Batch {batch} has not been loaded and mapped whole, so there is nothing to compare a newer file with. Load the file as a new batch.',
  has_later_version:
    'Batch {batch} is already a newer version of this file. Open the file as a newer version of that one.',
  no_newer_version: 'Batch {batch} is no newer version of another.',
  not_loaded: 'Batch {batch} has not been loaded and mapped whole yet.',
  not_compared: 'The two versions were not compared yet. Compare them first.',
  could_not_compare: 'The two versions could not be compared.',
  already_merged: 'The two versions are merged. Take the merge back first.',
  offer_gone: 'This offer is no longer there. Compare again.',
  batch_was_sent:
    'Accounts of batch {batch} were sent, so what the merge held in the earlier version stays held.',
  not_reverted:
    'The merge was not reverted completely, because Carryover ended. The next start goes on with it.',
  conflicts_open:
    '{open, plural, one {One conflict has} other {# conflicts have}} no choice yet: our repair and the new file say different things there. Choose one of them for each, then merge.',
  not_merged:
    'This is version {version} of the file of batch {batch}, and the two are not merged yet. Merge them first, so that no account is sent from both; or say that this file stands alone.',
  merging: 'Version {version} is still being merged with batch {batch}. It takes a moment; release it then.',
  replaced_by: 'Replaced by version {version} (batch {batch})',
  not_in: 'Not in version {version} (batch {batch})',
  on_its_way_in: 'On its way in version {version}',
  carried_over: 'Repairs carried over from version {version}',
  not_written:
    'The list could not be written to {path}: {why} Choose another folder, or make room, and try again.',
  header_account: 'Account',
  header_identifier: 'Platform identifier',
  header_sheet: 'Sheet',
  header_row: 'Row in the new file',
  header_column: 'Column',
  header_platform: 'On the platform',
  header_new: 'In the new file',
  header_old: 'In the old file',
  sheet_changed: 'Changed after creation',
} as const
