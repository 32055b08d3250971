// A browser page whose replies from the engine can be delayed, to test what the window shows until they arrive.
import type { BrowserContext, Page } from 'playwright'
import type { WindowHarness } from './window-harness.ts'

/** Lets the pages of a browser hold back what the engine says; until a test wants that, nothing is held. */
export function letRepliesWait(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
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
}

export type PageThatWaits = {
  readonly of: Page
  /** From now on the page gets no reply. */
  readonly hold: () => Promise<unknown>
  /** Delivers what was held, and holds nothing more. */
  readonly resume: () => Promise<unknown>
}

export async function pageThatWaits(harness: WindowHarness): Promise<PageThatWaits> {
  return waitingFor(await harness.openPage())
}

/** For a page whose context was given to `letRepliesWait`. */
export function waitingFor(of: Page): PageThatWaits {
  return {
    of,
    hold: () => of.evaluate(() => Reflect.set(window, 'holdsAnswers', true)),
    resume: () =>
      of.evaluate(() => {
        Reflect.deleteProperty(window, 'holdsAnswers')
        dispatchEvent(new Event('answers-go'))
      }),
  }
}
