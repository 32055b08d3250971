// The path of a screen reader through the Fix step, as the browser's accessibility tree gives it: what each place with the
// focus is called, what describes it, and what is announced. The window is operated by keyboard alone.
import type { CDPSession, Page } from 'playwright'
import { expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { connected, harnessOfAllTests, openBatch } from './travel.ts'

const harness = harnessOfAllTests()

type Node = {
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly description?: { readonly value: string }
  readonly value?: { readonly value: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly ignored: boolean
}

const reported = ['invalid', 'required', 'pressed', 'checked', 'expanded', 'disabled', 'readonly'] as const

/** As a screen reader says it: role, name, value, states, description. */
function spoken({ role, name, value, description, properties = [] }: Node): string {
  const states = reported.filter((state) => {
    const found = properties.find((one) => one.name === state)?.value.value
    return found === true || found === 'true'
  })
  const parts = [role?.value, name?.value && `“${name.value}”`, value?.value && `= ${value.value}`, ...states]
  const words = parts.filter((part) => part !== undefined && part !== '').join(' ')
  return description?.value ? `${words} — ${description.value}` : words
}

/** What has the focus. */
async function focused(page: Page, tree: CDPSession): Promise<string> {
  const { result } = await tree.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await tree.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  })
  return spoken(nodes[0] as unknown as Node)
}

/** The landmarks in the order of the page. */
async function landmarks(tree: CDPSession): Promise<string[]> {
  const roles = new Set([
    'banner',
    'navigation',
    'main',
    'complementary',
    'contentinfo',
    'form',
    'search',
    'grid',
  ])
  const { nodes } = await tree.send('Accessibility.getFullAXTree')
  return (nodes as unknown as Node[])
    .filter(({ role, ignored }) => !ignored && roles.has(role?.value ?? ''))
    .map(spoken)
}

test('through Fix, each place says what it is, what is wrong there and what can be done', async () => {
  const { folder } = harness()
  const sample = await generateAccounts({
    seed: 5,
    count: 12,
    shape: 'wide',
    damage: 0.3,
    format: 'csv',
    folder,
  })
  const batch = await openBatch(harness(), await connected(harness()), sample)
  const page = await harness().openPage('light', { width: 1600, height: 1000 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-account]').waitFor()
  const tree = await page.context().newCDPSession(page)
  await tree.send('Accessibility.enable')
  await expect
    .poll(() => landmarks(tree))
    .toEqual([
      'banner',
      'navigation “Steps of this batch”',
      'main',
      'contentinfo',
      'navigation “Problems by cause”',
      'complementary “Account”',
      'form',
      'grid “Rows of wide-12”',
    ])
  const wrong = 'Landline “+44 161 496 0after six” is not a valid phone number'
  const cell = `gridcell “+44 161 496 0after six” invalid — ${wrong}; checked here`
  for (const [key, said] of [
    ['F6', /^button “Causes” expanded$/],
    ['Tab', /^button “What does “Cause” mean\?”$/],
    // A card: the problem, how many have it, its column, its values and what would help; then what else is known of it.
    [
      'Tab',
      /^button “Supply street address missing 2 accounts Supply street empty .*2 problems in 2 accounts/,
    ],
    [
      'ArrowDown',
      /^button “Landline not a phone number 1 account Landline \+44 161 496 0after six .*” — .*not a valid/,
    ],
    // The chosen problem: its first cell, with what is wrong in it.
    ['Enter', cell],
    ['Enter', 'textbox “Text of the cell” = +44 161 496 0after six'],
    ['Escape', cell],
    ['F6', 'button “Previous account”'],
    ['Tab', 'button “Next account”'],
    ['Tab', 'tab “Account”'],
    ['Tab', 'tabpanel “Account”'],
    ['Tab', 'button “Landline” — cell Q12 · Go to the cell'],
    ['Tab', 'button “Let the service decide…”'],
    ['Tab', 'button “Clear”'],
    ['Tab', 'textbox “External account number” = XK-0000011 — cell A12'],
  ] as const) {
    await page.keyboard.press(key)
    await expect
      .poll(() => focused(page, tree))
      .toEqual(typeof said === 'string' ? said : expect.stringMatching(said))
  }
  const announced = await page.locator('[role=status], [aria-live]').allInnerTexts()
  expect(announced).toContain(`Landline: ${wrong}.`)
  expect(announced).toContain('1 row shown')
  // A field with a problem names it.
  await page.locator('input[data-focused]').focus()
  expect(await focused(page, tree)).toBe(`textbox “Landline” = +44 161 496 0after six invalid — ${wrong}.`)
  harness().leave(page)
})
