// The contract: every call from a window or the command line to the engine with its input, output and errors, plus
// the single event stream. Nothing large crosses it: files are passed as paths and lists in pages. A call starts
// long work, and events report its progress.
import { eventIterator } from '@orpc/contract'
import { accountsCalls } from './accounts.ts'
import { auditCalls } from './audit.ts'
import { base } from './base.ts'
import { batchesCalls } from './batches.ts'
import { comparisonCalls } from './comparison.ts'
import { decisionsCalls } from './fixing/decisions.ts'
import { duplicatesCalls } from './fixing/duplicates.ts'
import { editsCalls, fixesCalls } from './fixing/edits.ts'
import { filesCalls } from './import/files.ts'
import { cataloguesCalls, mappingCalls, templatesCalls } from './import/mapping.ts'
import { memoryCalls } from './fixing/memory.ts'
import { oddRowsCalls } from './import/odd-rows.ts'
import { overrulingsCalls } from './fixing/overrulings.ts'
import { playbookCalls } from './fixing/playbook.ts'
import { handoverCalls } from './handover.ts'
import { privacyCalls } from './privacy.ts'
import { purgeCalls } from './purge.ts'
import { questionsCalls } from './fixing/questions.ts'
import { recoveryCalls } from './recovery.ts'
import { problemsCalls, sheetsCalls } from './import/rows.ts'
import { valuesCalls } from './fixing/values.ts'
import { versionsCalls } from './fixing/versions.ts'
import { reportCalls } from './report.ts'
import { supportCalls } from './support.ts'
import { teamCopiesCalls } from './team/copies.ts'
import { knowledgeCalls } from './team/knowledge.ts'
import { teamCalls } from './team/team.ts'
import { connectionsCalls, displayCalls, engineEvent, operatorCalls, workspaceCalls } from './workspace.ts'

export { failureData } from './base.ts'
export { type BatchFile, type BatchView, batchView } from './batches.ts'
export type { RecoveryState } from './recovery.ts'
export type { Alert, EngineEvent } from './workspace.ts'

export const contract = {
  audit: auditCalls,
  catalogues: cataloguesCalls,
  sheets: sheetsCalls,
  oddRows: oddRowsCalls,
  mapping: mappingCalls,
  templates: templatesCalls,
  problems: problemsCalls,
  accounts: accountsCalls,
  comparison: comparisonCalls,
  decisions: decisionsCalls,
  duplicates: duplicatesCalls,
  edits: editsCalls,
  fixes: fixesCalls,
  memory: memoryCalls,
  handover: handoverCalls,
  privacy: privacyCalls,
  purge: purgeCalls,
  questions: questionsCalls,
  overrulings: overrulingsCalls,
  playbook: playbookCalls,
  values: valuesCalls,
  versions: versionsCalls,
  display: displayCalls,
  operator: operatorCalls,
  workspace: workspaceCalls,
  recovery: recoveryCalls,
  connections: connectionsCalls,
  files: filesCalls,
  batches: batchesCalls,
  report: reportCalls,
  support: supportCalls,
  knowledge: knowledgeCalls,
  team: teamCalls,
  teamCopies: teamCopiesCalls,
  /** Events since the call; a window refetches what they name. */
  events: base.output(eventIterator(engineEvent)),
}
