// Walks through states of the window and looks at each: serious findings of axe in both themes, parts that scroll sideways
// at 1280 and at 1024 pixels, and inputs whose edge has less than 3:1. In both languages: a state is reached by its address
// and by acts that find their controls in either (both-languages.ts).
import type { Browser, BrowserContext, Page } from 'playwright'
import { type Part, seriousInBothThemes } from './axe.ts'
import { drawn } from './hands.ts'
import { faintInputs } from './input-edges.ts'
import { letRepliesWait } from './page-that-waits.ts'
import { arePicturesWanted, takeStatePictures } from './pictures.ts'
import { smallSize, type WindowHarness } from './window-harness.ts'

export type State = {
  readonly name: string
  /** Where it is; without: where the state before it ended. */
  readonly at?: string
  /** Axe also looks at the table that the grid draws for screen readers, which takes a second. @default false */
  readonly grid?: boolean
  /** Done there until the state is shown. */
  readonly act: (page: Page) => Promise<unknown>
}

export type Pages = { readonly english: Page; readonly german: Page }

/** A page in a browser of each language. */
export async function inBothLanguages(
  browser: Browser,
  open: (context: BrowserContext) => Promise<Page>,
): Promise<Pages> {
  const contextIn = (locale: string): Promise<BrowserContext> =>
    browser.newContext({
      locale,
      timezoneId: 'Europe/London',
      reducedMotion: 'reduce',
      viewport: smallSize,
      colorScheme: 'light',
    })
  return {
    english: await open(await contextIn('en-GB')),
    german: await open(await contextIn('de-DE')),
  }
}

export function openInBothLanguages(harness: WindowHarness): Promise<Pages> {
  return inBothLanguages(harness.browser, async (context) => {
    await letRepliesWait(context)
    return harness.openPage('light', smallSize, context)
  })
}

/** What is wrong, by state. */
export async function wrongIn(
  pages: Pages,
  states: readonly State[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, string[]> = {}
  async function walk(language: keyof Pages): Promise<void> {
    const page = pages[language]
    if (arePicturesWanted) await page.bringToFront()
    for (const state of states) {
      const wrong = await lookedAt(page, state, language)
      if (wrong.length > 0) found[`${state.name} in ${language}`] = wrong
    }
  }
  // One after the other where pictures are taken: a page that is not in front draws late.
  if (arePicturesWanted) {
    await walk('english')
    await walk('german')
  } else await Promise.all([walk('english'), walk('german')])
  return found
}

async function lookedAt(page: Page, state: State, language: keyof Pages): Promise<string[]> {
  try {
    await reach(page, state)
  } catch (error) {
    return [`cannot be reached: ${String(error).split('\n').slice(0, 4).join(' ')}`]
  }
  const part = await partOf(page, state)
  const wrong = [...(await seriousInBothThemes(page, part)), ...(await faintInputs(page))]
  for (const width of [1024, 1280]) {
    await page.setViewportSize(width === 1280 ? smallSize : { width, height: 700 })
    wrong.push(...(await wideParts(page)).map((part) => `at ${width}: ${part}`))
  }
  await takeStatePictures(page, state.name, language)
  return wrong
}

/** What axe looks at: what lies over the page, where something does; the page below it is a state of its own. */
async function partOf(page: Page, { grid = false }: State): Promise<Part> {
  const over = '[role="dialog"], [role="menu"]'
  if ((await page.locator(over).count()) > 0) return { within: over, without: 'canvas' }
  return grid ? {} : { without: 'canvas' }
}

async function reach(page: Page, { at, act }: State): Promise<void> {
  if (at !== undefined) {
    await closeAll(page)
    await page.evaluate((hash) => (location.hash = hash), at)
  }
  await act(page)
  await settled(page)
}

/** Closes dialogs, menus and lists; what does not close by Escape has a button for it. */
async function closeAll(page: Page): Promise<void> {
  const open = page.locator('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')
  for (let tries = 0; tries < 6 && (await open.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape')
    await page.evaluate(() => {
      const closers =
        '[role="dialog"] button[aria-label="Close"], [role="dialog"] button[aria-label="Schließen"]'
      for (const button of document.querySelectorAll<HTMLElement>(closers)) button.click()
    })
    await drawn(page)
  }
}

/** Until nothing is being loaded and the layout is still for a moment. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.skeleton') === null)
  await drawn(page)
}

/** Parts of the page that can be scrolled sideways, except tables and code, by the start of their text. */
function wideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const mayScroll =
      '[role="grid"], .dvn-scroller, pre, code, table, textarea, input, [data-scrolls-sideways]'
    return [document.documentElement, ...document.body.querySelectorAll<HTMLElement>('*')]
      .filter(
        (part) => part === document.documentElement || /auto|scroll/.test(getComputedStyle(part).overflowX),
      )
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .filter((part) => part.closest(mayScroll) === null && part.querySelector(mayScroll) === null)
      .map(
        (part) =>
          `scrolls sideways, ${part.scrollWidth} > ${part.clientWidth}: ${part.innerText.slice(0, 60)}`,
      )
  })
}
