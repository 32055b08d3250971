// User of the window in the journey tests: a page, mouse or keyboard, and what differs between hosts. Journeys use the
// window only by its visible texts, as a person does.
import type { Locator, Page } from 'playwright'
import type { Hands } from './hands.ts'

export type User = {
  readonly page: Page
  readonly hands: Hands
  /** Gives the file to the dialog that `press` opens. */
  giveFile(press: () => Promise<void>, path: string): Promise<void>
  /** Gives a folder of its own to the dialog that `press` opens, where the host asks for one. */
  giveFolder(press: () => Promise<void>): Promise<void>
  /** Called when a step is there to be looked at. */
  look(step: string): Promise<void>
}

export type Service = { readonly baseUrl: string; readonly tokenUrl: string; readonly apiKey: string }

export const connectionName = 'Practice here'

/** By its whole name, or by a pattern. */
export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

/** By the rail of the open batch. */
export async function goToStep({ page, hands }: User, step: string): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Steps of this batch' })
  await hands.press(rail.getByRole('link', { name: step }))
}
