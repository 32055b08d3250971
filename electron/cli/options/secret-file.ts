// Reads a key, a password or a passphrase from a file. The file is refused if other users of this machine could
// read it.
import { open } from 'node:fs/promises'
import { isOpenToOthers, modeOf } from '../../engine/system/data-folder/open-to-others.ts'
import { refuse } from '../terminal/exit.ts'

/** `what`: "key file". */
export async function readSecretFile(file: string, what: string): Promise<string> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) =>
    refuse(
      error.code === 'ENOENT'
        ? `There is no ${what} ${file}.`
        : `The ${what} ${file} cannot be read (${error.code ?? error.message}).`,
    ),
  )
  try {
    const facts = await handle.stat()
    if (facts.isFile() && isOpenToOthers(facts))
      refuse(
        `The ${what} ${file} can be used by others on this machine (its mode is ${modeOf(facts)}), so it is not taken. Run "chmod 600 ${file}", and replace the secret if somebody may have read it.`,
      )
    return await handle.readFile('utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      refuse(`The ${what} ${file} cannot be read (${String(error.code)}).`)
    throw error
  } finally {
    await handle.close()
  }
}
