// `restore`: puts the newest verified backup in the place of a damaged database. Works without the engine, which does
// not open a damaged one.
import { resolve } from 'node:path'
import { restoreWorkspace } from '../engine/engine.ts'
import { refuse } from './exit.ts'
import { print } from './read-command.ts'
import { defaultDataFolder } from './session.ts'

export async function restoreCommand(options: { readonly dataDir?: string }): Promise<void> {
  const folder = resolve(options.dataDir ?? defaultDataFolder())
  const restored = restoreWorkspace(folder, Date.now())
  if (!restored.ok) refuse(restored.failure.message)
  await print(
    `${restored.value.name} was restored in ${folder}; the files it replaces are kept beside it. What had not settled is looked up before anything is sent: go on with "carryover resume".\n`,
  )
}
