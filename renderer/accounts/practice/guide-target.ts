// Finds the real control that an act of the practice is about, on the page as it is, and follows where it stands. The
// controls are found by what they are: their address, their label, or a mark of their own (`data-guide`).
import { useEffect, useState } from 'react'
import { causesTexts } from '../../texts/fix/causes.ts'
import { fixTexts } from '../../texts/fix/fix.ts'
import type { GuideAct } from './guide-act.ts'

export type Box = {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

function all(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
}

/** In the page before the rail, which always has one. */
function linkTo(batch: number, step: string): HTMLElement | undefined {
  const links = all(`a[href^="#/batch/${batch}/${step}"]`).filter((link) => link.offsetParent !== null)
  return links.find((link) => link.closest('nav') === null) ?? links[0]
}

function marked(name: string): HTMLElement | undefined {
  return all(`[data-guide="${name}"]`)[0]
}

/** Undefined where there is nothing to press. */
export function targetOf(code: GuideAct['code'], batch: number): HTMLElement | undefined {
  switch (code) {
    case 'openFix':
      return linkTo(batch, 'fix')
    case 'choose':
      return all('[data-cause-step]')[0]
    case 'correct':
      return all('ul').find((list) => list.ariaLabel === causesTexts.otherCures)?.previousElementSibling as
        | HTMLElement
        | undefined
    case 'validate':
      return all('button').find((one) => one.textContent.trim().startsWith(`${fixTexts.validate} `))
    case 'openSubmit':
      return linkTo(batch, 'submit')
    case 'agree':
      return marked('agree')
    case 'releaseFirst':
    case 'releaseRest':
      return marked('release')
    case 'openReport':
      return linkTo(batch, 'report')
    case 'makeReport':
      return marked('make-report')
    default:
      return undefined
  }
}

/** Whether the box at the gate is ticked. */
export function isAgreedNow(): boolean {
  return marked('agree')?.querySelector('[role="checkbox"]')?.getAttribute('aria-checked') === 'true'
}

/** Milliseconds between two looks at the page. */
const lookMs = 150

/** What the function finds on the page, looked up again while the page changes. */
export function useOnPage<T>(look: () => T, isSame: (one: T, other: T) => boolean): T {
  const [seen, setSeen] = useState(look)
  useEffect(() => {
    const again = (): void =>
      setSeen((before) => {
        const now = look()
        return isSame(before, now) ? before : now
      })
    again()
    const timer = setInterval(again, lookMs)
    window.addEventListener('resize', again)
    document.addEventListener('scroll', again, true)
    return () => {
      clearInterval(timer)
      window.removeEventListener('resize', again)
      document.removeEventListener('scroll', again, true)
    }
  }, [look, isSame])
  return seen
}

/** Null where the control is not in sight. */
export function boxOf(target: HTMLElement | undefined): Box | null {
  if (target === undefined) return null
  const { top, left, width, height } = target.getBoundingClientRect()
  return width === 0 || height === 0 ? null : { top, left, width, height }
}
