// The contract's calls as one router. Each call is a few lines in `calls/`: find what is named, ask whoever owns it,
// answer. Expected failures leave as the contract's typed error REFUSED; anything else is a bug and is not dressed up.
import type { Router } from '@orpc/server'
import type { contract } from '../../shared/contract.ts'
import { accountCalls } from './calls/account-calls.ts'
import { batchCalls } from './calls/batch-calls.ts'
import { type CallContext, leaving, leavingEach, os, refusal } from './calls/call-context.ts'
import { catalogueCalls, connectionCalls } from './calls/connection-calls.ts'
import { decisionCalls } from './calls/decision-calls.ts'
import { duplicateCalls } from './calls/duplicate-calls.ts'
import { editCalls } from './calls/edit-calls.ts'
import { fileCalls } from './calls/file-calls.ts'
import { fixCalls } from './calls/fix-calls.ts'
import { mappingCalls } from './calls/mapping-calls.ts'
import { memoryCalls } from './calls/memory-calls.ts'
import { oddRowCalls } from './calls/odd-row-calls.ts'
import { overrulingCalls } from './calls/overruling-calls.ts'
import { playbookCalls } from './calls/playbook-calls.ts'
import { callsWhileOpen } from './calls/recovery-calls.ts'
import { questionCalls } from './calls/question-calls.ts'
import { problemCalls, sheetCalls } from './calls/row-calls.ts'
import { sendingCalls } from './calls/sending-calls.ts'
import { templateCalls } from './calls/template-calls.ts'
import { valueCalls } from './calls/value-calls.ts'
import { versionCalls } from './calls/version-calls.ts'
import { accountStoryCalls, watchCalls } from './calls/watch-calls.ts'

/** Named, because the compiler does not write down types as long as the one that it would infer. */
export type EngineRouter = Router<typeof contract, Record<never, never>>

/** What a window asks to learn that the folder is closed. */
const stillAnswered: ReadonlySet<string> = new Set(['events', 'recovery'])

function isInPieces(output: unknown): output is AsyncIterableIterator<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output
}

export function createRouter(context: CallContext): EngineRouter {
  const told = os.use(async ({ next, path }) => {
    const damage = context.soundness.damage()
    // Nothing is read or written any more, so that whoever waits for something ends as well.
    if (damage !== null && !stillAnswered.has(path[0] ?? '')) throw refusal(damage)
    try {
      const answered = await next()
      const { output } = answered
      return isInPieces(output) ? { ...answered, output: leavingEach(output, context) } : answered
    } catch (error) {
      throw leaving(error, context)
    }
  })
  return told.router({
    display: {
      get: os.display.get.handler(() => ({ choices: context.store.settings.get('display') })),
      set: os.display.set.handler(({ input }) => context.store.settings.set('display', input.choices)),
    },
    workspace: {
      status: os.workspace.status.handler(() => context.status),
      attention: os.workspace.attention.handler(() => [...context.attention.standing()]),
      machine: os.workspace.machine.handler(({ input }) => context.machine.tell(input.event)),
    },
    recovery: callsWhileOpen,
    connections: connectionCalls(context),
    catalogues: catalogueCalls(context),
    templates: templateCalls(context),
    files: fileCalls(context),
    batches: { ...batchCalls(context), ...sendingCalls(context), ...watchCalls(context) },
    sheets: sheetCalls(context),
    oddRows: oddRowCalls(context),
    mapping: mappingCalls(context),
    problems: problemCalls(context),
    accounts: { ...accountCalls(context), ...accountStoryCalls(context) },
    decisions: decisionCalls(context),
    duplicates: duplicateCalls(context),
    edits: editCalls(context),
    fixes: fixCalls(context),
    memory: memoryCalls(context),
    questions: questionCalls(context),
    overrulings: overrulingCalls(context),
    playbook: playbookCalls(context),
    values: valueCalls(context),
    versions: versionCalls(context),
    events: os.events.handler(({ signal }) => context.news.listen(signal)),
  })
}
