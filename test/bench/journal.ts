// Measures the cost of the attempt journal: creates per second of two engines that differ only in the journal.
import { join } from 'node:path'
import { noJournal } from '../../electron/engine/store/sending/attempts/attempt-journal.ts'
import { openWorkspace } from '../../electron/engine/store/database/open.ts'
import { engineIn } from '../engine/api/bare-engine.ts'
import type { Line } from './measure.ts'
import { compareEngines } from './two-engines.ts'

type Open = typeof openWorkspace

const withoutJournal: Open = async (options) => {
  const opened = await openWorkspace(options)
  return opened.ok ? { ...opened, value: { ...opened.value, journal: noJournal } } : opened
}

export async function measureJournal(
  folder: string,
  options: { readonly runs: number; readonly accounts: number; readonly concurrencies: readonly number[] },
): Promise<Line[]> {
  return compareEngines({
    ...options,
    folder,
    sides: [
      { name: 'WITH', engine: await engineIn(join(folder, 'with')) },
      { name: 'WITHOUT', engine: await engineIn(join(folder, 'without'), { open: withoutJournal }) },
    ],
    bare: 'without journal',
  })
}
