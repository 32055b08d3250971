// Texts of the home page.
import type { BatchView } from '../../shared/contract/contract.ts'
import { toFix } from '../../shared/status/counts.ts'
import { onTheWay } from '../../shared/status/counts.ts'
import { texts } from './common.ts'
import { count, format } from './format.ts'

export const homeTexts = {
  batches: 'Batches',
  batchesHint: 'One spreadsheet on its way from file to report.',
  sample: 'Start with the sample',
  welcome: 'Move your first accounts',
  welcomeBody:
    'Carryover reads a spreadsheet, shows what the service would refuse and where, has each account created at most once, and accounts for every row.',
  dropAnywhere: 'Or drop a spreadsheet (.xlsx, .ods, .csv) anywhere on this page.',
  sampleBody:
    '500 accounts over linked sheets, some damaged on purpose, to be tried with the practice service.',
  fileBody:
    'Validate sends accounts to the service to be checked. No account is created before you press Submit.',
  connections: 'Connections',
  connectionsAll: 'Manage',
  noConnections: 'No connection yet. You need one before the service can validate anything.',
  addConnection: 'Add a connection',
  allBatches: (n: number): string => `Show all ${format.number(n)} batches`,
  rename: (name: string): string => `Rename ${name}`,
  renameTitle: 'Rename this batch',
  name: 'Name',
  remove: (name: string): string => `Remove ${name}`,
  removeTitle: (name: string): string => `Remove “${name}”?`,
  removeBody: (n: number): string =>
    `Its ${count(n, 'row', 'rows')}, its mapping and its edits go, and so does a copy that you uploaded. None of its accounts was ever sent to be created, and your own file stays where it is.`,
  removeKept:
    'Kept for a while: texts that were repaired, to be offered for other files (Fix, “Repairs remembered”), and the batch in the three backups, until newer ones replace them, at most one an hour.',
  rows: (n: number): string => count(n, 'row', 'rows'),
  sameFile: 'same file as another batch',
  currentState,
} as const

/** Status of a batch and its next step, in a few words. */
function currentState(batch: BatchView): string {
  const { states } = batch
  if (batch.work !== null) {
    const { kind, done, total, waits } = batch.work
    if (waits) return `${texts.work[kind]}, ${texts.work.waits}`
    return total === null || total === 0
      ? texts.work[kind]
      : `${texts.work[kind]}, ${format.percent(done, total)}`
  }
  if (batch.stage === 'failed') return 'Could not be loaded'
  if (batch.stage === 'reading') return 'Reading'
  if (batch.stage === 'mapping') return 'Waits for its mapping'
  if (batch.stage === 'building') return 'Building accounts'
  if (batch.sending.stop !== null) return `Stopped by a brake, ${format.number(states.queued)} queued`
  if (states.unconfirmed > 0) return `${format.number(states.unconfirmed)} unconfirmed`
  if (onTheWay(batch) > 0) return `${format.number(onTheWay(batch))} on their way`
  if (toFix(batch) > 0) return `${format.number(toFix(batch))} to fix`
  if (states.unvalidated > 0) return `${format.number(states.unvalidated)} to validate`
  if (states.validated > 0) return `${format.number(states.validated)} to submit`
  if (states.done > 0 && states.done + batch.excluded === batch.accounts)
    return batch.excluded === 0 ? 'All done' : `All done but ${format.number(batch.excluded)} excluded`
  return count(batch.rows, 'row read', 'rows read')
}
