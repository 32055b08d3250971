// Runs axe on a page and returns its serious and critical findings, one line per rule with the affected elements.
// It runs axe inside the page, because the library's usual way opens an extra page per check and transfers every
// passing element, which takes ten times as long. This requires the window to be a single frame, which is checked.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/** Scope of the check: everything, or the part that matches this selector; never parts that match `without`. */
export type Part = {
  readonly within?: string
  readonly without?: string
  /**
   * Only what depends on the theme: contrast. For a page in its second theme, after all rules were checked in the first.
   */
  readonly onlyColours?: boolean
}

/** Rules without serious or critical findings, by the `impact` of each in axe-core/lib/rules; a quarter of a check's time. */
// biome-ignore format: a list of words reads as a paragraph
const mildRules = [
  'aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header', 'focus-order-semantics',
  'form-field-multiple-labels', 'heading-order', 'hidden-content', 'html-xml-lang-mismatch', 'image-redundant-alt',
  'landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level', 'landmark-main-is-top-level',
  'landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main',
  'landmark-one-main', 'landmark-unique', 'meta-viewport', 'meta-viewport-large', 'no-autoplay-audio',
  'page-has-heading-one', 'presentation-role-conflict', 'region', 'scope-attr-valid', 'server-side-image-map',
  'skip-link', 'table-duplicate-name',
]

export async function seriousOf(
  page: Page,
  { within, without, onlyColours = false }: Part = {},
): Promise<string[]> {
  if (page.frames().length !== 1) throw new Error('The page has frames, which axe would not look into here.')
  // The library is half a megabyte, so it is loaded only once.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(mildRules)
  if (onlyColours) axe.withRules(['color-contrast', 'link-in-text-block'])
  if (within !== undefined) axe.include(within)
  if (without !== undefined) axe.exclude(without)
  // Waits until no colour transition is running.
  const moves = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations } = await axe.analyze()
  if (moves) await page.emulateMedia({ reducedMotion: null })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' | ')}`)
}

/** Finds with all rules in light, and what depends on the colours in dark; the page is light again afterwards. */
export async function seriousInBothThemes(page: Page, part: Part = {}): Promise<string[]> {
  const light = await seriousOf(page, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await seriousOf(page, { ...part, onlyColours: true })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((finding) => `in dark: ${finding}`)]
}
