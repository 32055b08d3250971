// Twenty accounts at a service that shows each of them only a while after its 201; the long suite waits the real 30 s.
import type { BatchView } from '../../../shared/contract.ts'
import { openShelter, type Shelter } from './shelter.ts'

export async function hiddenFor(
  hiddenMs: number,
  quietMs: number,
): Promise<{ readonly shelter: Shelter; readonly view: BatchView; readonly missing: number }> {
  const shelter = await openShelter({ accounts: 20, state: 'cleared', limits: { quietMs } })
  const { faults, ledger } = shelter.sandbox
  faults.add({ route: 'status', effect: { kind: 'hide', ms: hiddenMs } })
  faults.add({ route: 'create', every: 2, effect: { kind: 'reset', when: 'after_work' } })
  const view = await shelter.converge()
  const missing = ledger.entries().filter(({ work }) => work === 'missing').length
  return { shelter, view, missing }
}
