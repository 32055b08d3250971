// The store: everything that is durable, behind one object. Only this folder touches SQLite.
import { createHistoryStore } from './account-history.ts'
import { createAccountStore } from './accounts.ts'
import { createBatchStore } from './batches.ts'
import { createBatchStamps } from './batch-stamps.ts'
import { createChoiceStore } from './choices.ts'
import { createColumnValueStore } from './column-values.ts'
import { createConnectionStore } from './connections.ts'
import { createSendingCheckpoints } from './checkpointer.ts'
import { createCatalogueStore } from './catalogues.ts'
import { createDirtyStore } from './dirty.ts'
import { createDuplicateStore } from './duplicates.ts'
import { createDueStore } from './due-times.ts'
import { createEditStore } from './edits.ts'
import { createEditStoryStore } from './edit-story.ts'
import { createFixRowStore } from './fix-rows.ts'
import { createGridStore } from './grid.ts'
import { createLookups } from './lookup/lookups.ts'
import { createLookupThread } from './lookup/lookup-thread.ts'
import { createKeptDecisionStore } from './kept-decisions.ts'
import { createKeyedRowStore } from './keyed-rows.ts'
import { createLookingStore } from './looking.ts'
import { createMachineStore } from './machine.ts'
import { createMemoryStore } from './memory.ts'
import { createOddRowStore } from './odd-rows.ts'
import { createOverrulingStore } from './overrulings.ts'
import type { Workspace } from './open.ts'
import { createPlaybookStore } from './playbook.ts'
import { createProblemsNowStore } from './problems-now.ts'
import { createRecheckStore } from './rechecks.ts'
import { createQuestionStore } from './questions.ts'
import { createRebuiltStore } from './rebuilt.ts'
import { createReportStore } from './report-rows.ts'
import { createRowStore } from './rows.ts'
import { createSettingStore } from './settings.ts'
import { createSpaceStore } from './space.ts'
import { createSharedIdentifierStore } from './shared-identifiers.ts'
import { createSharedKeyStore } from './shared-keys.ts'
import { createPaceStore } from './pace.ts'
import { createSendingStore } from './sending.ts'
import { createTemplateStore } from './templates.ts'
import { createVersionLineStore } from './version-lines.ts'
import { createVersionMarkStore } from './version-marks.ts'
import { createVersionStore } from './versions.ts'
import { createWatchingStore } from './watching.ts'
import { createReleasingStore } from './releasing.ts'
import { createTakingBackStore } from './taking-back.ts'
import { createSameServiceStore } from './same-service.ts'
import { createWaveStore } from './waves.ts'

export type Store = ReturnType<typeof createStore>

export function createStore(workspace: Workspace) {
  const accounts = createAccountStore(workspace.database)
  const rows = createRowStore(workspace.database)
  const edits = createEditStore(workspace.database)
  const sameService = createSameServiceStore(workspace.database)
  const waves = createWaveStore(workspace.database)
  const connections = createConnectionStore(workspace.database)
  const releasing = createReleasingStore(
    workspace.database,
    accounts,
    sameService,
    (connection) => connections.get(connection)?.environment,
  )
  return {
    connections,
    batches: createBatchStore(workspace.database),
    checkpoints: createSendingCheckpoints(workspace.database),
    catalogues: createCatalogueStore(workspace.database),
    templates: createTemplateStore(workspace.database),
    rows,
    choices: createChoiceStore(workspace.database),
    columnValues: createColumnValueStore(workspace.database),
    dirty: createDirtyStore(workspace.database),
    duplicates: createDuplicateStore(workspace.database),
    dues: createDueStore(workspace.database),
    edits,
    editStory: createEditStoryStore(workspace.database),
    fixRows: createFixRowStore(workspace.database),
    grid: createGridStore(workspace.database),
    lookups: createLookups({
      database: workspace.database,
      stamps: createBatchStamps(workspace.database, edits.version),
      thread: createLookupThread(workspace.database.name),
    }),
    history: createHistoryStore(workspace.database),
    looking: createLookingStore(workspace.database),
    machine: createMachineStore(workspace.database),
    keptDecisions: createKeptDecisionStore(workspace.database),
    keyed: createKeyedRowStore(workspace.database),
    memory: createMemoryStore(workspace.database),
    oddRows: createOddRowStore(workspace.database),
    accounts,
    overrulings: createOverrulingStore(workspace.database),
    pace: createPaceStore(workspace.database),
    sending: createSendingStore(workspace.database, accounts, waves, workspace.journal),
    space: createSpaceStore(workspace.database),
    settings: createSettingStore(workspace.database),
    shared: createSharedKeyStore(workspace.database),
    sharedIdentifiers: createSharedIdentifierStore(workspace.database, sameService),
    playbook: createPlaybookStore(workspace.database),
    problemsNow: createProblemsNowStore(workspace.database),
    rechecks: createRecheckStore(workspace.database),
    questions: createQuestionStore(workspace.database),
    rebuilt: createRebuiltStore(workspace.database),
    report: createReportStore(workspace.database),
    /** For threads that look for themselves. */
    file: workspace.database.name,
    versions: createVersionStore(workspace.database),
    versionLines: createVersionLineStore(workspace.database),
    versionMarks: createVersionMarkStore(workspace.database),
    watching: createWatchingStore(workspace.database),
    waves,
    sameService,
    releasing,
    takingBack: createTakingBackStore(workspace.database, accounts, releasing),
  }
}
