// All calls of the contract as one router. Each call is a few lines in `api/`: look up the named objects, call the
// responsible module, answer. Expected failures leave as the contract's typed error REFUSED; any other error is a bug
// and passes through unchanged.
import { audited, describerOf } from './audit/audited-calls.ts'
import { giveOperator, readOperator } from './store/operator.ts'
import { ORPCError, type Router } from '@orpc/server'
import type { contract } from '../../shared/contract/contract.ts'
import { message } from '../../shared/texts/message.ts'
import { accountCalls } from './api/account-calls.ts'
import { batchCalls } from './api/batch-calls.ts'
import { writeLog } from './api/audit-file.ts'
import { type CallContext, leaving, leavingEach, os, refusal, unwrap } from './api/call-context.ts'
import { catalogueCalls, connectionCalls } from './api/connection-calls.ts'
import { comparisonCalls } from './api/comparison-calls.ts'
import { decisionCalls } from './api/fixing/decision-calls.ts'
import { duplicateCalls } from './api/fixing/duplicate-calls.ts'
import { editCalls } from './api/fixing/edit-calls.ts'
import { fileCalls } from './api/import/file-calls.ts'
import { fixCalls } from './api/fixing/fix-calls.ts'
import { handoverCalls, refuseElsewhere } from './api/handover-calls.ts'
import { mappingCalls } from './api/import/mapping-calls.ts'
import { memoryCalls } from './api/fixing/memory-calls.ts'
import { oddRowCalls } from './api/import/odd-row-calls.ts'
import { overrulingCalls } from './api/fixing/overruling-calls.ts'
import { playbookCalls } from './api/fixing/playbook-calls.ts'
import { callsWhileOpen } from './api/recovery-calls.ts'
import { privacyCalls } from './api/privacy-calls.ts'
import { purgeCalls } from './api/purge-calls.ts'
import { questionCalls } from './api/fixing/question-calls.ts'
import { problemCalls, sheetCalls } from './api/import/row-calls.ts'
import { recoveryKeyOf } from './store/database/folder/encryption.ts'
import { reportCalls } from './api/report-calls.ts'
import { supportCalls } from './api/support-calls.ts'
import { teamCopyCalls } from './api/team/copy-calls.ts'
import { knowledgeCalls } from './api/team/knowledge-calls.ts'
import { teamCalls } from './api/team/team-calls.ts'
import { failed } from './system/failure.ts'
import { refuseFolder } from './system/files/chosen-folder.ts'
import { faultOf } from './system/log/fault-entry.ts'
import { sendingCalls } from './api/sending-calls.ts'
import { templateCalls } from './api/import/template-calls.ts'
import { valueCalls } from './api/fixing/value-calls.ts'
import { versionCalls } from './api/fixing/version-calls.ts'
import { accountHistoryCalls, watchCalls } from './api/watch-calls.ts'

/** Named because the compiler refuses to emit the inferred type, which is too long. */
export type EngineRouter = Router<typeof contract, Record<never, never>>

/** Calls that still answer after damage, so that a window learns that the folder is closed. */
const stillAnswered: ReadonlySet<string> = new Set(['events', 'recovery'])

function isInPieces(output: unknown): output is AsyncIterableIterator<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output
}

/** The folder into which a call writes files; null: none, or the batch's own. */
function folderIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('folder' in input)) return null
  return typeof input.folder === 'string' ? input.folder : null
}

/** Why no call is begun any more. */
const closing = failed('workspace', 'ending', message('system.ending')).failure

/** Calls that take longer are logged. */
const slowMs = 1000

function logError({ log }: Pick<CallContext, 'log'>, call: string, error: unknown): void {
  if (error instanceof Error && error.name === 'AbortError') return
  if (!(error instanceof ORPCError)) return log.add(faultOf(error, 'call', call))
  const data: unknown = error.data
  const code = typeof data === 'object' && data !== null && 'code' in data ? String(data.code) : error.code
  log.add({ kind: 'refused', call, code })
}

export function createRouter(context: CallContext): EngineRouter {
  const reported = os.use(async ({ next, path }, input) => {
    const damage = context.integrity.damage()
    // After damage nothing is read or written, so every other call is refused, which also ends calls that wait.
    if (damage !== null && !stillAnswered.has(path[0] ?? '')) throw refusal(damage)
    const started = performance.now()
    try {
      const folder = folderIn(input)
      const refused = folder === null ? null : await refuseFolder(context.status.folder, folder)
      if (refused !== null) throw refusal(refused)
      // It may have ended while the folder was looked at.
      if (context.ending.signal.aborted) throw refusal(closing)
      const answered = await next()
      const { output } = answered
      return isInPieces(output) ? { ...answered, output: leavingEach(output, context) } : answered
    } catch (error) {
      const left = leaving(error, context)
      logError(context, path.join('.'), left)
      throw left
    } finally {
      const ms = Math.round(performance.now() - started)
      if (ms > slowMs) context.log.add({ kind: 'slow', call: path.join('.'), ms })
    }
  })
  const logged = reported.use(async ({ next, path, procedure }, input) => {
    const describe = describerOf(path, context.store.accounts.batchOf)
    if (describe === null) return next()
    const parsed = (await procedure['~orpc'].inputSchema?.['~standard'].validate(input)) ?? {
      value: undefined,
    }
    // An input that the contract does not allow is refused before anything is done.
    if (parsed.issues !== undefined) return next()
    return audited(
      { audit: context.store.audit, now: context.clock.now },
      describe(parsed.value),
      async () => {
        refuseElsewhere(context, path, parsed.value)
        return next()
      },
    )
  })
  return logged.router({
    audit: {
      page: os.audit.page.handler(({ input }) => ({
        lines: context.store.audit.page(input.after),
        head: context.store.audit.head(),
      })),
      newest: os.audit.newest.handler(({ input }) => context.store.audit.newest(input.before)),
      startExport: os.audit.startExport.handler(() => undefined),
      write: os.audit.write.handler(async ({ input, errors }) => ({
        path: unwrap(await writeLog(context.store, input.folder), errors),
      })),
      verify: os.audit.verify.handler(() => context.store.audit.verify()),
    },
    display: {
      get: os.display.get.handler(() => ({
        choices: context.store.settings.get('display'),
        version: context.version,
      })),
      set: os.display.set.handler(({ input }) => context.store.settings.set('display', input.choices)),
    },
    operator: {
      get: os.operator.get.handler(() => readOperator(context.store.settings)),
      set: os.operator.set.handler(({ input }) => giveOperator(context.store.settings, input.name)),
    },
    workspace: {
      status: os.workspace.status.handler(() => context.status),
      recoveryKey: os.workspace.recoveryKey.handler(() => recoveryKeyOf(context.status.folder)),
      attention: os.workspace.attention.handler(() => [...context.attention.active()]),
      machine: os.workspace.machine.handler(({ input }) => context.machine.tell(input.event)),
    },
    recovery: callsWhileOpen,
    connections: connectionCalls(context),
    catalogues: catalogueCalls(context),
    templates: templateCalls(context),
    files: fileCalls(context),
    batches: { ...batchCalls(context), ...sendingCalls(context), ...watchCalls(context) },
    report: reportCalls(context),
    support: supportCalls(context),
    knowledge: knowledgeCalls(context),
    team: teamCalls(context),
    teamCopies: teamCopyCalls(context),
    sheets: sheetCalls(context),
    oddRows: oddRowCalls(context),
    mapping: mappingCalls(context),
    problems: problemCalls(context),
    accounts: { ...accountCalls(context), ...accountHistoryCalls(context) },
    comparison: comparisonCalls(context),
    decisions: decisionCalls(context),
    duplicates: duplicateCalls(context),
    edits: editCalls(context),
    fixes: fixCalls(context),
    memory: memoryCalls(context),
    handover: handoverCalls(context),
    privacy: privacyCalls(context),
    purge: purgeCalls(context),
    questions: questionCalls(context),
    overrulings: overrulingCalls(context),
    playbook: playbookCalls(context),
    values: valueCalls(context),
    versions: versionCalls(context),
    events: os.events.handler(({ signal }) => context.eventBus.listen(signal)),
  })
}
