// Chooses the day of a hold in the calendar of its dialog, by keyboard.
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { takePictures } from './pictures.ts'

/** Opens the calendar, at the chosen day or else today, and goes by these keys; Enter chooses. */
export async function chooseDay(page: Page, keys: readonly string[]): Promise<void> {
  await page.getByRole('dialog').getByLabel('Until').click()
  await page.getByRole('group', { name: 'Calendar' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('table')?.role === 'grid'))
    .toBe(true)
  await takePictures(page, 'hold-day')
  for (const key of keys) await page.keyboard.press(key)
}

/** A week from today at midnight, by the page's clock. */
export function aWeekFromToday(page: Page): Promise<number> {
  return page.evaluate(() => {
    const now = new Date()
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7).getTime()
  })
}
