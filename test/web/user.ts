// The user of a journey: a page, hands to operate it, and the differences between hosts. The journeys know neither
// the web host, Electron nor the engine; they operate the window by its visible text.
import type { Locator, Page } from 'playwright'
import type { Hands } from './hands.ts'

export type User = {
  readonly page: Page
  readonly hands: Hands
  /** Selects the file in the dialog that `press` opens. */
  giveFile(press: () => Promise<void>, path: string): Promise<void>
  /** Selects a separate folder in the dialog that `press` opens, if the host asks for one. */
  giveFolder(press: () => Promise<void>): Promise<void>
  /** Called when a step is complete, for screenshots. */
  look(step: string): Promise<void>
}

export type Service = { readonly baseUrl: string; readonly tokenUrl: string; readonly apiKey: string }

export const connectionName = 'Practice here'

/** By exact name, or by a pattern. */
export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

/** Uses the step list of the open batch. */
export async function goToStep({ page, hands }: User, step: string): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Steps of this batch' })
  await hands.press(rail.getByRole('link', { name: step }))
}
