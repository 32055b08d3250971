// Writes a small text file into a folder that a person chose; an older one of the name is replaced.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '../../../shared/texts/message.ts'
import { failed, messageOf, type Result, success } from './failure.ts'

/** Returns the path of the file. */
export async function writeTextFile(
  folder: string,
  { fileName, text }: { readonly fileName: string; readonly text: string },
): Promise<Result<string>> {
  const path = join(folder, fileName)
  try {
    await writeFile(path, text, { flag: 'w' })
    return success(path)
  } catch (error) {
    return failed(
      'workspace',
      'not_written',
      message('system.file_not_written', { folder, why: messageOf(error) }),
    )
  }
}
