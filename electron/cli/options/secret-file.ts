// Reads a key, a password or a passphrase from a file. The file is refused if other users of this machine could
// read it.
import { open } from 'node:fs/promises'
import { isOpenToOthers, modeOf } from '../../engine/system/data-folder/open-to-others.ts'
import { refuse } from '../terminal/exit.ts'
import { dataTexts } from '../texts/data.ts'

export async function readSecretFile(file: string, what: 'key_file' | 'file'): Promise<string> {
  const words = dataTexts.files
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) =>
    refuse(
      error.code === 'ENOENT'
        ? words.missing({ what, file })
        : words.notReadable({ what, file, why: error.code ?? error.message }),
    ),
  )
  try {
    const facts = await handle.stat()
    if (facts.isFile() && isOpenToOthers(facts))
      refuse(words.openToOthers({ what, file, mode: modeOf(facts) }))
    return await handle.readFile('utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      refuse(words.notReadable({ what, file, why: String(error.code) }))
    throw error
  } finally {
    await handle.close()
  }
}
