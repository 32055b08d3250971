// Every call between a window, or the command line, and the engine: input, output, errors, and the one event stream.
// Nothing large crosses it: files are paths, lists come in pages. Long work is started by a call and told by events.
import { eventIterator } from '@orpc/contract'
import { accountsCalls } from './contract/accounts.ts'
import { base } from './contract/base.ts'
import { batchesCalls } from './contract/batches.ts'
import { decisionsCalls } from './contract/decisions.ts'
import { duplicatesCalls } from './contract/duplicates.ts'
import { editsCalls, fixesCalls } from './contract/edits.ts'
import { filesCalls } from './contract/files.ts'
import { cataloguesCalls, mappingCalls, templatesCalls } from './contract/mapping.ts'
import { memoryCalls } from './contract/memory.ts'
import { oddRowsCalls } from './contract/odd-rows.ts'
import { overrulingsCalls } from './contract/overrulings.ts'
import { playbookCalls } from './contract/playbook.ts'
import { questionsCalls } from './contract/questions.ts'
import { recoveryCalls } from './contract/recovery.ts'
import { problemsCalls, sheetsCalls } from './contract/rows.ts'
import { valuesCalls } from './contract/values.ts'
import { versionsCalls } from './contract/versions.ts'
import { connectionsCalls, displayCalls, engineEvent, workspaceCalls } from './contract/workspace.ts'

export { failureData } from './contract/base.ts'
export { type BatchView, batchView, type ShownRelease } from './contract/batches.ts'
export type { RecoveryState } from './contract/recovery.ts'
export type { Concern, EngineEvent } from './contract/workspace.ts'

export const contract = {
  catalogues: cataloguesCalls,
  sheets: sheetsCalls,
  oddRows: oddRowsCalls,
  mapping: mappingCalls,
  templates: templatesCalls,
  problems: problemsCalls,
  accounts: accountsCalls,
  decisions: decisionsCalls,
  duplicates: duplicatesCalls,
  edits: editsCalls,
  fixes: fixesCalls,
  memory: memoryCalls,
  questions: questionsCalls,
  overrulings: overrulingsCalls,
  playbook: playbookCalls,
  values: valuesCalls,
  versions: versionsCalls,
  display: displayCalls,
  workspace: workspaceCalls,
  recovery: recoveryCalls,
  connections: connectionsCalls,
  files: filesCalls,
  batches: batchesCalls,
  /** Events since the call; a window asks again for what they name. */
  events: base.output(eventIterator(engineEvent)),
}
