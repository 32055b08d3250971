// Option `--let-service-decide CODE[:FIELD]`, repeatable: a check of ours that the service decides instead. It is stored
// with the connection, and refused for checks that the service also makes.
import { Option } from 'commander'
import type { Client } from '../data-folder/session.ts'
import { helpTexts } from '../texts/help.ts'

export type OverrulingOptions = { readonly letServiceDecide?: readonly string[] }

export const overrulingOption = (): Option =>
  new Option('--let-service-decide <code[:field]>', helpTexts.options.letServiceDecide).argParser<
    readonly string[] | undefined
  >((text, before) => [...(before ?? []), text])

/** Refuses with a reason if a check is not only ours. */
export async function letServiceDecide(
  client: Client,
  connection: number,
  { letServiceDecide: words = [] }: OverrulingOptions,
): Promise<void> {
  for (const text of words) {
    const [code = '', ...rest] = text.split(':')
    const field = rest.join(':').replace(/\.\d+(?=\.|$)/g, '.*')
    const what =
      field === '' ? ({ scope: 'kind', code } as const) : ({ scope: 'cause', code, field } as const)
    await client.overrulings.addToConnection({ connection, what })
  }
}
