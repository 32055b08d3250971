// One property for several layouts of a file: whatever is done to the cells of a batch equals a simple model of it.
import * as fc from 'fast-check'
import { cellsIn, type Counts, noCounts, runSteps, stepsIn } from './edit-steps.ts'
import { type EditedBatch, folderForBatches, type Layout, openFolder } from './edited-batch.ts'

/** So many runs share a folder: forgetting batches costs less than making folders. */
const runsOfFolder = 40

/** Answers how often something was made, taken back, refused and built later. */
export async function equalsTheModel(
  layout: Layout,
  options: { readonly keys: readonly string[]; readonly numRuns: number },
): Promise<Counts> {
  const counts = noCounts()
  let run = 0
  let house: { readonly edited: EditedBatch; readonly remove: () => void } | null = null
  const end = (): void => {
    house?.edited.close()
    house?.remove()
    house = null
  }
  const houseNow = async () => {
    if (run % runsOfFolder === 0) end()
    run += 1
    if (house !== null) return house.edited
    const { folder, remove } = folderForBatches()
    // By turns: everything is built at once, or nearly nothing is.
    const edited = await openFolder(folder, layout, run % (2 * runsOfFolder) === 1 ? 50 : 0)
    house = { edited, remove }
    return edited
  }
  try {
    await fc.assert(
      fc.asyncProperty(
        cellsIn(layout, fc.constantFrom(...options.keys)),
        stepsIn(layout),
        async (cells, steps) => {
          try {
            await runSteps(await houseNow(), cells, steps, counts)
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
