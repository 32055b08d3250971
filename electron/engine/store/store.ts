// The store: everything that is durable, behind one object. Only this folder touches SQLite.
import { createHistoryStore } from './account-history.ts'
import { createAccountStore } from './accounts.ts'
import { createBatchStore } from './batches.ts'
import { createConnectionStore } from './connections.ts'
import { createCatalogueStore } from './catalogues.ts'
import { createDirtyStore } from './dirty.ts'
import { createEditStore } from './edits.ts'
import { createGridStore } from './grid.ts'
import type { Workspace } from './open.ts'
import { createProblemsNowStore } from './problems-now.ts'
import { createReportStore } from './report-rows.ts'
import { createRowStore } from './rows.ts'
import { createSettingStore } from './settings.ts'
import { createSharedKeyStore } from './shared-keys.ts'
import { createScopeRowStore } from './scope-rows.ts'
import { createSendingStore } from './sending.ts'
import { createTemplateStore } from './templates.ts'

export type Store = ReturnType<typeof createStore>

export function createStore(workspace: Workspace) {
  const accounts = createAccountStore(workspace.database)
  const rows = createRowStore(workspace.database)
  return {
    connections: createConnectionStore(workspace.database),
    batches: createBatchStore(workspace.database),
    catalogues: createCatalogueStore(workspace.database),
    templates: createTemplateStore(workspace.database),
    rows,
    dirty: createDirtyStore(workspace.database),
    edits: createEditStore(workspace.database),
    grid: createGridStore(workspace.database),
    history: createHistoryStore(workspace.database),
    accounts,
    sending: createSendingStore(workspace.database, accounts),
    settings: createSettingStore(workspace.database),
    scopeRows: createScopeRowStore(workspace.database),
    shared: createSharedKeyStore(workspace.database),
    problemsNow: createProblemsNowStore(workspace.database),
    report: createReportStore(workspace.database),
  }
}
