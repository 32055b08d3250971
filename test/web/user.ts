// Who travels through the window: a page, hands to use it with, and what differs between hosts. The journeys know neither the
// web host nor Electron nor the engine; they use the window as a person does, by what is written on it.
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
