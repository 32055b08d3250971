// Tests that the practice, started from Home, is played through with the real controls inside the guide's frame, and how
// many clicks it takes.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { guide, says, start } from '../practice-guide.ts'
import { quickConnection } from '../sending-journey.ts'
import { harnessOfEachTest } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfEachTest()

/** Presses what stands inside the guide's frame, as a person sees it. */
async function pressFramed(page: Page, code: string): Promise<void> {
  const frame = page.locator(`[data-guide-frame="${code}"]`)
  await frame.waitFor()
  // The control may still be moving to its place.
  await expect
    .poll(async () => {
      const before = await frame.boundingBox()
      await page.evaluate(() => new Promise((next) => setTimeout(next, 200)))
      return JSON.stringify(before) === JSON.stringify(await frame.boundingBox())
    })
    .toBe(true)
  const box = await frame.boundingBox()
  if (box === null) throw new Error(`There is no frame for ${code}.`)
  // The box to tick is at the left of its line.
  const x = code === 'agree' ? box.x + 12 : box.x + box.width / 2
  const y = code === 'agree' ? box.y + 24 : box.y + box.height / 2
  // A fix that is being counted cannot be pressed yet.
  await expect
    .poll(() =>
      page.evaluate(
        ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest('button')?.disabled ?? false,
        [x, y],
      ),
    )
    .toBe(false)
  await page.mouse.click(x, y)
}

/** Counts the clicks of a person, by the browser's own events. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'clicks', 0)
    const count = (event: Event): void => {
      if (event.isTrusted) Reflect.set(window, 'clicks', Number(Reflect.get(window, 'clicks')) + 1)
    }
    window.addEventListener('pointerdown', count, true)
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'clicks')))
}

test('the practice is played through with the controls in the guide’s frame, and every row is in its report', async () => {
  await quickConnection(harness())
  const page = await harness().openPage()
  const clicks = await countClicks(page)
  const began = performance.now()
  await start(page)
  await takePictures(page, 'practice-choose')
  await pressFramed(page, 'choose')
  await says(page, 'Press the fix under the problem')
  await takePictures(page, 'practice-correct')
  await pressFramed(page, 'correct')
  await says(page, 'No errors left')
  expect(await seriousOf(page)).toEqual([])
  await pressFramed(page, 'validate')
  await says(page, 'All accounts are ready')
  await pressFramed(page, 'openSubmit')
  await says(page, 'tick the box')
  await takePictures(page, 'practice-agree')
  await pressFramed(page, 'agree')
  await says(page, 'Release the first wave')
  await pressFramed(page, 'releaseFirst')
  await says(page, 'It went well')
  await pressFramed(page, 'releaseRest')
  await says(page, 'All accounts are done')
  await pressFramed(page, 'openReport')
  await says(page, 'what happened to every row')
  await pressFramed(page, 'makeReport')
  await says(page, 'That is all')
  const seconds = (performance.now() - began) / 1000
  const clicked = await clicks()
  process.stdout.write(
    `the practice took ${clicked} clicks and ${seconds.toFixed(1)} s without a person’s reading\n`,
  )
  // From the start page to the report: start, problem, fix, validate, Submit, consent, two waves, Report, write it.
  expect(clicked).toBe(10)
  await takePictures(page, 'practice-finished')
  await page.locator('[data-figure="total.created"]', { hasText: '12' }).waitFor()
  await page.getByText('Every row that was read is accounted for').first().waitFor()
  await button(guide(page), 'Finish practice').click()
  await page.getByRole('heading', { name: /^Nothing is left to do: 12 accounts/ }).waitFor()
  await guide(page).waitFor({ state: 'detached' })

  // Again, with accounts of its own.
  await start(page)
  const batches = await harness().engine().batches.list()
  expect(batches.map(({ rows }) => rows)).toEqual([12, 12])
})
