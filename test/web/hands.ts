// Two ways to operate the window: with a mouse, and by keyboard alone. Journeys are written once against `Hands`;
// run by keyboard, they prove that every control can be reached and used without a mouse.
import type { ElementHandle, Locator, Page } from 'playwright'

export type Hands = {
  /** Presses a button, a link, a box to tick or a radio button. */
  press(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  write(target: Locator, text: string): Promise<void>
  /** Chooses the option with this text: in a searchable field by typing `search`, or in a plain list. */
  choose(target: Locator, option: string, search?: string): Promise<void>
}

export function withMouse(page: Page): Hands {
  return {
    press: (target) => target.click(),
    write: (target, text) => target.fill(text),
    async choose(target, option, search) {
      await target.click()
      if (search !== undefined) await target.fill(search)
      await page.getByRole('option').filter({ hasText: option }).first().click()
    },
  }
}

/** Hands that count what they do: a choice from a list is two presses. */
export function counting(hands: Hands): { readonly hands: Hands; readonly count: () => number } {
  let presses = 0
  const counted =
    <A extends unknown[]>(act: (...given: A) => Promise<void>, cost: number) =>
    async (...given: A): Promise<void> => {
      presses += cost
      await act(...given)
    }
  return {
    hands: {
      press: counted(hands.press, 1),
      write: counted(hands.write, 1),
      choose: counted(hands.choose, 2),
    },
    count: () => presses,
  }
}

/** Waits two frames, so that React and the grid have drawn the change. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** The grid has the focus: its canvas, or the cell of its screen-reader table that follows after a while. */
export function gridHasFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => (document.activeElement?.closest('canvas') ?? null) !== null)
}

/** Limit of key presses, above the number of tab stops of any page. */
const mostStops = 300

/**
 * Presses Tab until the focus was on the link in the banner, outside of every page, and is back where it was:
 * nothing traps it. The round starts again where its start was redrawn. Throws when it does not come to an end.
 */
export async function tabAround(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  const round = await page.evaluateHandle(() => {
    let start = document.activeElement
    let hasLeft = false
    return () => {
      const here = document.activeElement
      if (start?.isConnected !== true || start === document.body) {
        start = here
        hasLeft = false
        return false
      }
      hasLeft ||= here?.matches('header a:not(main *)') === true
      return hasLeft && here === start
    }
  })
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    if (await round.evaluate((isOver) => isOver())) return
  }
  throw new Error('Something on the page traps the focus.')
}

export function byKeyboard(page: Page): Hands {
  const { keyboard } = page
  /** Where the focus is. gone: the element was redrawn meanwhile. */
  const whereIs = (element: ElementHandle): Promise<'here' | 'elsewhere' | 'in the grid' | 'gone'> =>
    element.evaluate((node) => {
      if (node === document.activeElement) return 'here'
      if (!node.isConnected) return 'gone'
      return (document.activeElement?.closest('canvas') ?? null) === null ? 'elsewhere' : 'in the grid'
    })

  /** Throws when the page does not show that the target has the focus. */
  async function isSeen(target: Locator): Promise<void> {
    const seen = await target.evaluate((element) =>
      [getComputedStyle(element), getComputedStyle(element, '::after')].some(
        (style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none',
      ),
    )
    if (!seen) throw new Error(`Nothing shows that ${String(target)} has the focus.`)
  }

  /**
   * Presses Tab, or Shift+Tab where that is shorter, until the target has the focus; throws when it is never reached.
   * Every stop on the way costs 20 ms. Only Tab leaves the grid.
   */
  async function reach(target: Locator): Promise<void> {
    let element = await found(target)
    let key = (await isNearerBackwards(element)) ? 'Shift+Tab' : 'Tab'
    for (let stop = 0; stop < mostStops; stop += 1) {
      const place = await whereIs(element)
      if (place === 'here') return isSeen(target)
      if (place === 'in the grid') key = 'Tab'
      if (place === 'gone') element = await found(target)
      else await keyboard.press(key)
    }
    throw new Error(`The keyboard does not come to ${String(target)}.`)
  }

  /** By the number of controls on the way, which goes on at the other end of the page; never through a grid. */
  function isNearerBackwards(element: ElementHandle): Promise<boolean> {
    return element.evaluate((node) => {
      const { activeElement } = document
      const scope = node.parentElement?.closest('[role="dialog"]') ?? document.body
      const stops = [...scope.querySelectorAll<HTMLElement>('*')].filter(
        (one) =>
          one === node ||
          one === activeElement ||
          (one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility()),
      )
      const from = stops.findIndex((one) => one === activeElement)
      const to = stops.findIndex((one) => one === node)
      if (from < 0) return false
      const passed = to < from ? stops.slice(to, from) : [...stops.slice(to), ...stops.slice(0, from)]
      return passed.length < stops.length / 2 && !passed.some((one) => one.matches('canvas'))
    })
  }

  /** Uses the element itself, because a locator would search the page at every tab stop. */
  async function found(target: Locator): Promise<ElementHandle> {
    await target.waitFor()
    const element = await target.elementHandle()
    if (element === null) throw new Error(`${String(target)} is not there.`)
    return element
  }

  /** Presses arrow keys to reach an option; Enter takes the highlighted one. */
  async function light(option: string): Promise<void> {
    await page.getByRole('option').filter({ hasText: option }).first().waitFor()
    const lit = page.locator('[role="option"][data-highlighted]').filter({ hasText: option })
    for (let step = 0; step < mostStops; step += 1) {
      if ((await lit.count()) > 0) return
      await keyboard.press('ArrowDown')
      await drawn(page)
    }
    throw new Error(`The arrow keys do not come to the option ${option}.`)
  }

  /**
   * Presses Tab to reach the group, which is one tab stop, then arrow keys to the radio button; an arrow selects
   * it.
   */
  async function pick(target: Locator): Promise<void> {
    const name = await target.getAttribute('name')
    const group = page.locator(`input[type="radio"][name="${name ?? ''}"]`)
    const isIn = () => group.evaluateAll((radios) => radios.includes(document.activeElement as HTMLElement))
    for (let stop = 0; stop < mostStops && !(await isIn()); stop += 1) await keyboard.press('Tab')
    const element = await found(target)
    for (let step = await group.count(); step > 0 && (await whereIs(element)) !== 'here'; step -= 1)
      await keyboard.press('ArrowDown')
    if ((await whereIs(element)) !== 'here')
      throw new Error(`The keyboard does not come to ${String(target)}.`)
    await isSeen(target)
    await keyboard.press('Space')
  }

  return {
    async press(target) {
      if ((await target.getAttribute('type')) === 'radio') return pick(target)
      await reach(target)
      const link = await target.evaluate((element) => element.tagName === 'A')
      await keyboard.press(link ? 'Enter' : 'Space')
    },
    async write(target, text) {
      await reach(target)
      await keyboard.press('ControlOrMeta+a')
      if (text === '') await keyboard.press('Delete')
      else await keyboard.type(text)
    },
    async choose(target, option, search) {
      await reach(target)
      if (search === undefined) await keyboard.press('Enter')
      else {
        await keyboard.press('ControlOrMeta+a')
        await keyboard.type(search)
      }
      await light(option)
      await keyboard.press('Enter')
      // Waits for the selection to appear, as a person does.
      await page.getByRole('option').filter({ hasText: option }).first().waitFor({ state: 'hidden' })
    },
  }
}
