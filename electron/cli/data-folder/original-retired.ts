// Command `original-retired`: a person confirms that the original of a copied data folder is not used any more.
// Works without the engine, which does not open a copy before that.
import { join } from 'node:path'
import { retireOriginal } from '../../engine/store/database/folder/folder-identity.ts'
import { databaseName } from '../../engine/store/database/open.ts'
import { refuse } from '../terminal/exit.ts'
import { print } from '../terminal/terminal.ts'
import { existingFolder } from './session.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export async function originalRetiredCommand(options: { readonly dataDir?: string }): Promise<void> {
  const folder = existingFolder(options.dataDir)
  const retired = retireOriginal(join(folder, databaseName), folder, Date.now())
  if (!retired.ok) refuse(sentenceOf(retired.failure.message))
  await print(
    retired.value === 'was_in_use'
      ? `${folder} is no copy: it is the folder that was used last, and nothing was changed.\n`
      : `${folder} is used from now on. What may have been sent from its original is looked up before it is sent: go on with "carryover resume".\n`,
  )
}
