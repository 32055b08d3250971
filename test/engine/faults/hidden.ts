// Twenty accounts at a service that shows each of them only some time after its 201. The long suite waits the real 30
// s.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'

export async function hiddenFor(
  hiddenMs: number,
  quietMs: number,
): Promise<{ readonly faultHarness: FaultHarness; readonly view: BatchView; readonly missing: number }> {
  const faultHarness = await openFaultHarness({ accounts: 20, state: 'validated', limits: { quietMs } })
  const { faults, ledger } = faultHarness.sandbox
  faults.add({ route: 'status', effect: { kind: 'hide', ms: hiddenMs } })
  faults.add({ route: 'create', every: 2, effect: { kind: 'reset', when: 'after_work' } })
  const view = await faultHarness.converge()
  const missing = ledger.entries().filter(({ work }) => work === 'missing').length
  return { faultHarness, view, missing }
}
