// Store: all durable data behind one object. Only this folder uses SQLite.
import { createHistoryStore } from './accounts/account-history.ts'
import { createAccountListStore } from './lookup/account-lists.ts'
import { createAccountStore } from './accounts/accounts.ts'
import { createBatchStore } from './import/batches.ts'
import { createBatchStamps } from './import/batch-stamps.ts'
import { createChoiceStore } from './accounts/decisions/choices.ts'
import { createColumnValueStore } from './import/column-values.ts'
import { createComparedLineStore } from './lookup/compared-lines.ts'
import { createConnectionStore } from './sending/connections.ts'
import { createSendingCheckpoints } from './database/flush/checkpointer.ts'
import { createCatalogueStore } from './import/catalogues.ts'
import { createDirtyStore } from './accounts/building/dirty.ts'
import { createDuplicateStore } from './accounts/duplicates/duplicates.ts'
import { createDueStore } from './sending/status/due-times.ts'
import { createEditStore } from './fixing/edits.ts'
import { createEditHistoryStore } from './fixing/edit-history.ts'
import { createFixFileStore } from './fixing/fix-files.ts'
import { createFixRowStore } from './fixing/fix-rows.ts'
import { createGridStore } from './lookup/grid.ts'
import { createExportStore } from './handover/export-rows.ts'
import { createHandoverStore } from './handover/handovers.ts'
import { createImportStore } from './handover/import-rows.ts'
import { createLookups } from './lookup/lookups.ts'
import { createLookupThread } from './lookup/lookup-thread.ts'
import { createJobStore } from './jobs/jobs.ts'
import { createKeptVerdictStore } from './accounts/kept-verdicts.ts'
import { createKeptDecisionStore } from './accounts/decisions/kept-decisions.ts'
import { createKeyedRowStore } from './import/keyed-rows.ts'
import { createRecheckStore } from './sending/status/rechecks.ts'
import { createMachineStore } from './sending/machine.ts'
import { createMemoryStore } from './fixing/repair-memory.ts'
import { createOddRowStore } from './import/odd-rows.ts'
import { createOperatorStore } from './operator.ts'
import { createOverrulingStore } from './fixing/overrulings.ts'
import type { Workspace } from './database/open.ts'
import { createPlaybookStore } from './fixing/playbook.ts'
import { createProblemsNowStore } from './accounts/problems-now.ts'
import { createValidateEditedStore } from './sending/validate-edited.ts'
import { createPurgeStore } from './purges/purges.ts'
import { createQuestionStore } from './fixing/questions.ts'
import { createRebuiltStore } from './accounts/building/rebuilt.ts'
import { createReportStore } from './report/report-store.ts'
import { createRowStore } from './import/rows.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createSettingStore } from './database/settings.ts'
import { createSpaceStore } from './database/space.ts'
import { createSharedIdentifierStore } from './sending/shared-identifiers.ts'
import { createSharedKeyStore } from './accounts/duplicates/shared-keys.ts'
import { createPaceStore } from './sending/pace.ts'
import { createSendingStore } from './sending/sending.ts'
import { createCopyStore } from './team/copies.ts'
import { createGoneBatchStore } from './team/gone-batches.ts'
import { createHolderStore } from './team/holders.ts'
import { createOwnClaimStore } from './team/own-claims.ts'
import { createTakenClaimStore } from './team/taken-claims.ts'
import { createSentClaimStore } from './team/sent-claims.ts'
import { createSharedItemStore } from './team/shared-items.ts'
import { createTemplateStore } from './import/templates.ts'
import { createVersionLineStore } from './fixing/version-lines.ts'
import { createVersionMarkStore } from './fixing/version-marks.ts'
import { createVersionStore } from './fixing/versions.ts'
import { createStatusStore } from './sending/status/watching.ts'
import { createReleasingStore } from './sending/release/releasing.ts'
import { createCancellingStore } from './sending/release/cancelling.ts'
import { createSameServiceStore } from './sending/release/same-service.ts'
import { createWaveStore } from './sending/release/waves.ts'

export type Store = ReturnType<typeof createStore>

export function createStore(workspace: Workspace) {
  const accounts = createAccountStore(workspace.database)
  const rows = createRowStore(workspace.database)
  const edits = createEditStore(workspace.database)
  const sameService = createSameServiceStore(workspace.database)
  const waves = createWaveStore(workspace.database)
  const connections = createConnectionStore(workspace.database)
  const jobs = createJobStore(workspace.database)
  const releasing = createReleasingStore(
    workspace.database,
    accounts,
    sameService,
    jobs,
    (connection) => connections.get(connection)?.environment,
  )
  return {
    connections,
    accountLists: createAccountListStore(workspace.database),
    batches: createBatchStore(workspace.database),
    checkpoints: createSendingCheckpoints(workspace.database),
    catalogues: createCatalogueStore(workspace.database),
    sharedItems: createSharedItemStore(workspace.database),
    templates: createTemplateStore(workspace.database),
    rows,
    choices: createChoiceStore(workspace.database),
    columnValues: createColumnValueStore(workspace.database),
    comparedLines: createComparedLineStore(workspace.database),
    dirty: createDirtyStore(workspace.database),
    duplicates: createDuplicateStore(workspace.database),
    dues: createDueStore(workspace.database, jobs),
    edits,
    editHistory: createEditHistoryStore(workspace.database),
    fixFiles: createFixFileStore(workspace.database),
    fixRows: createFixRowStore(workspace.database),
    grid: createGridStore(workspace.database),
    lookups: createLookups({
      database: workspace.database,
      stamps: createBatchStamps(workspace.database, edits.version),
      thread: createLookupThread(workspace.database.name),
    }),
    handovers: createHandoverStore(workspace.database),
    exports: createExportStore(workspace.database),
    imports: createImportStore(workspace.database),
    jobs,
    history: createHistoryStore(workspace.database),
    rechecks: createRecheckStore(workspace.database, jobs),
    machine: createMachineStore(workspace.database),
    keptDecisions: createKeptDecisionStore(workspace.database),
    keptVerdicts: createKeptVerdictStore(workspace.database),
    keyed: createKeyedRowStore(workspace.database),
    memory: createMemoryStore(workspace.database),
    oddRows: createOddRowStore(workspace.database),
    accounts,
    operators: createOperatorStore(workspace.database),
    overrulings: createOverrulingStore(workspace.database),
    pace: createPaceStore(workspace.database),
    sending: createSendingStore(workspace.database, accounts, waves, workspace.journal),
    space: createSpaceStore(workspace.database),
    settings: createSettingStore(workspace.database),
    audit: createAuditLog(workspace.database),
    shared: createSharedKeyStore(workspace.database),
    sharedIdentifiers: createSharedIdentifierStore(workspace.database, sameService),
    playbook: createPlaybookStore(workspace.database),
    problemsNow: createProblemsNowStore(workspace.database),
    validateEdited: createValidateEditedStore(workspace.database),
    purges: createPurgeStore(workspace.database),
    questions: createQuestionStore(workspace.database),
    rebuilt: createRebuiltStore(workspace.database),
    report: createReportStore(workspace.database),
    /** For threads that read the database themselves. */
    file: workspace.database.name,
    versions: createVersionStore(workspace.database, jobs),
    versionLines: createVersionLineStore(workspace.database),
    versionMarks: createVersionMarkStore(workspace.database),
    processing: createStatusStore(workspace.database),
    ownClaims: createOwnClaimStore(workspace.database),
    sentClaims: createSentClaimStore(workspace.database),
    holders: createHolderStore(workspace.database, accounts),
    copies: createCopyStore(workspace.database),
    goneBatches: createGoneBatchStore(workspace.database),
    takenClaims: createTakenClaimStore(workspace.database, accounts),
    waves,
    sameService,
    releasing,
    cancelling: createCancellingStore(workspace.database, accounts, releasing, jobs),
  }
}
