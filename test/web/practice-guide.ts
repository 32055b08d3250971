// What a person does with the practice's guide.
import type { Locator, Page } from 'playwright'

export const guide = (page: Page): Locator => page.getByRole('region', { name: 'Practice', exact: true })

export const says = (page: Page, words: string | RegExp): Promise<void> =>
  guide(page).getByRole('status').filter({ hasText: words }).waitFor()

/** From Home, until the guide says the first thing to do. */
export async function start(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Practice in 60 seconds' })
    .getByRole('button', { name: 'Start' })
    .click()
  await says(page, 'Choose the problem on the left')
}
