// Takes screenshots of the window. CARRYOVER_PICTURES names a folder that receives every step in both themes and
// two sizes; the value "readme" renews the two pictures of the README; without the variable nothing is made.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { drawn } from './hands.ts'
import { smallPng } from './small-png.ts'
import { largeSize, root, type Size, smallSize, type Theme } from './window-harness.ts'

const wanted = process.env['CARRYOVER_PICTURES'] ?? ''
export const arePicturesWanted = wanted !== ''
const themes: readonly Theme[] = ['light', 'dark']

async function inEvery(
  page: Page,
  sizes: readonly Size[],
  take: (theme: Theme, size: Size) => Promise<void>,
): Promise<void> {
  const before = page.viewportSize() ?? smallSize
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    for (const size of sizes) {
      await page.setViewportSize(size)
      await drawn(page)
      await take(colorScheme, size)
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(before)
}

/** Saves the page as `NAME-THEME-WIDTH.png`. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (wanted === '' || wanted === 'readme') return
  mkdirSync(wanted, { recursive: true })
  await inEvery(page, [smallSize, largeSize], async (theme, size) => {
    const path = join(wanted, `${name}-${theme}-${size.width}.png`)
    await page.screenshot({ path, animations: 'disabled' })
  })
}

/** The sizes of the pictures of states, from the smallest window that is supported. */
const sizes: readonly Size[] = [
  { width: 1024, height: 700 },
  smallSize,
  largeSize,
  { width: 1920, height: 1200 },
]

/** Saves the page in every size and both themes; in German as `NAME-de-light-1280.png` only. */
export async function takeStatePictures(
  page: Page,
  name: string,
  language: 'english' | 'german',
): Promise<void> {
  if (wanted === '' || wanted === 'readme') return
  mkdirSync(wanted, { recursive: true })
  const of = language === 'german' ? `${name}-de` : name
  const take = async (theme: Theme, size: Size): Promise<void> => {
    const path = join(wanted, `${of}-${theme}-${size.width}.png`)
    await page.screenshot({ path, animations: 'disabled' })
  }
  if (language === 'german') await take('light', smallSize)
  else await inEvery(page, sizes, take)
}

/** The two pictures of the README: the Fix step, light and dark. */
export async function takeReadmePictures(page: Page): Promise<void> {
  if (wanted !== 'readme') return
  const folder = join(root, 'test', 'web', 'pictures')
  mkdirSync(folder, { recursive: true })
  // The account beside the grid is drawn after the grid.
  await page.locator('[data-account]').waitFor()
  await inEvery(page, [largeSize], async (theme) => {
    const picture = await page.screenshot({ animations: 'disabled' })
    writeFileSync(join(folder, `window-${theme}.png`), await smallPng(page.context(), picture))
  })
}
