// Runs axe in a page and returns only serious and critical findings, one line per rule with its elements. It runs in
// the page itself, because the library's own way opens another page for each run and transfers every element, which
// takes ten times as long. The page must have no other frame, which is checked.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/** What is looked at: everything, or what this selector finds; never what `without` finds. */
export type Part = { readonly within?: string; readonly without?: string }

export async function seriousOf(page: Page, { within, without }: Part = {}): Promise<string[]> {
  if (page.frames().length !== 1) throw new Error('The page has frames, which axe would not look into here.')
  // It is half a megabyte of text, and once is enough.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  if (without !== undefined) axe.exclude(without)
  // No colour is to be on its way from one to another while it is measured.
  const moves = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations } = await axe.analyze()
  if (moves) await page.emulateMedia({ reducedMotion: null })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' | ')}`)
}
