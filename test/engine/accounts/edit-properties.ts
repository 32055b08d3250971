// Property for several layouts of a file: any changes to the cells of a batch give the same result as a simple model.
import * as fc from 'fast-check'
import { cellsIn, type Counts, noCounts, runSteps, stepsIn } from './edit-steps.ts'
import { type EditedBatch, folderForBatches, type Layout, openFolder } from './edited-batch.ts'

/** Runs that share a folder, because removing batches is cheaper than creating folders. */
const runsOfFolder = 40

/** Returns how often each step was made, undone, refused and built later. */
export async function equalsTheModel(
  layout: Layout,
  options: { readonly keys: readonly string[]; readonly numRuns: number },
): Promise<Counts> {
  const counts = noCounts()
  let run = 0
  let harness: { readonly edited: EditedBatch; readonly remove: () => void } | null = null
  const end = (): void => {
    harness?.edited.close()
    harness?.remove()
    harness = null
  }
  const harnessNow = async () => {
    if (run % runsOfFolder === 0) end()
    run += 1
    if (harness !== null) return harness.edited
    const { folder, remove } = folderForBatches()
    // Alternates between building everything at once and almost nothing.
    const edited = await openFolder(folder, layout, run % (2 * runsOfFolder) === 1 ? 50 : 0)
    harness = { edited, remove }
    return edited
  }
  try {
    await fc.assert(
      fc.asyncProperty(
        cellsIn(layout, fc.constantFrom(...options.keys)),
        stepsIn(layout),
        async (cells, steps) => {
          try {
            await runSteps(await harnessNow(), cells, steps, counts)
          } catch (error) {
            end()
            throw error
          }
        },
      ),
      { numRuns: options.numRuns },
    )
    return counts
  } finally {
    end()
  }
}
