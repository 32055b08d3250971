// A browser page whose replies from the engine can be delayed, to test what the window shows until they arrive.
import { smallSize, type WindowHarness } from './window-harness.ts'

/** Close its context afterwards: no other test may use it. */
export async function pageThatWaits(harness: WindowHarness) {
  const context = await harness.browser.newContext()
  await context.addInitScript(() => {
    const held: (() => void)[] = []
    window.WebSocket = class extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols)
        this.addEventListener('message', (event) => {
          if (!Reflect.has(window, 'holdsAnswers') || !event.isTrusted) return
          event.stopImmediatePropagation()
          held.push(() => this.dispatchEvent(new MessageEvent('message', { data: event.data })))
        })
        addEventListener('answers-go', () => {
          for (const pass of held.splice(0)) pass()
        })
      }
    }
  })
  const of = await harness.openPage('light', smallSize, context)
  return {
    of,
    hold: () => of.evaluate(() => Reflect.set(window, 'holdsAnswers', true)),
    letGo: () =>
      of.evaluate(() => {
        Reflect.deleteProperty(window, 'holdsAnswers')
        dispatchEvent(new Event('answers-go'))
      }),
  }
}
