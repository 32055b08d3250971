// Command `operator`: the name that is written to edits, releases, decisions and reports of a data folder.
import { operatorName } from '../../../shared/sending/connection.ts'
import { refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { print } from '../terminal/terminal.ts'
import { dataTexts } from '../texts/data.ts'
import { dataFolder, withSession } from './session.ts'

export type OperatorOptions = { readonly dataDir?: string; readonly json?: true }

/** `name`: the new name; null: only shows it. */
export async function operatorCommand(
  name: string | null,
  options: OperatorOptions,
  invocation: Invocation,
): Promise<void> {
  const given = name === null ? null : operatorName.safeParse(name)
  if (given?.success === false) refuse(dataTexts.operator.notAName)
  await withSession(dataFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    if (given !== null) await client.operator.set({ name: given.data ?? '' })
    const operator = await client.operator.get()
    const words = dataTexts.operator[operator.given ? 'given' : 'ofSystem']({ name: operator.name })
    await print(invocation, `${options.json === true ? JSON.stringify(operator) : words}\n`)
  })
}
