// Finds inputs of a page whose edge has less than 3:1 against what is beside it. An edge is the border or the outline of
// the input, of what is drawn in it, or of one of the two boxes around it; a fill of its own counts too.
import type { Page } from 'playwright'
import { said } from './both-languages.ts'

/** A box that may be the edge, with its colours as CSS has them. */
type Box = { readonly around: string; readonly fill: string; readonly edges: readonly string[] }
type Input = { readonly html: string; readonly label: string; readonly boxes: readonly Box[] }

/** As the inputs are now. The browser draws its own radio buttons, and the grid frames the editor of a cell. */
function inputsOf(page: Page): Promise<Input[]> {
  return page.evaluate(() => {
    const inputs =
      'input:not([type="hidden"], [type="radio"]), textarea, select, [role="combobox"], [role="checkbox"], [role="radio"], [role="switch"]'
    const isOpaque = (colour: string): boolean => !/, 0(?:\.\d+)?\)$/.test(colour)
    const fillBehind = (element: Element | null): string => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at)
        if (isOpaque(backgroundColor)) return backgroundColor
      }
      return 'rgb(255, 255, 255)'
    }
    const boxOf = (element: Element): Box => {
      const style = getComputedStyle(element)
      const edges = [
        style.borderBottomWidth === '0px' ? '' : style.borderBottomColor,
        style.borderTopWidth === '0px' ? '' : style.borderTopColor,
        style.outlineStyle === 'none' ? '' : style.outlineColor,
      ]
      return {
        around: fillBehind(element.parentElement),
        fill: style.backgroundColor,
        edges: edges.filter(isOpaque),
      }
    }
    // A list without an edge of its own is a quiet button.
    const isQuiet = (input: Element): boolean =>
      input.matches('button[role="combobox"]') && !isOpaque(getComputedStyle(input).borderTopColor)
    return [...document.querySelectorAll<HTMLElement>(inputs)]
      .filter(
        (input) =>
          input.clientWidth > 4 && input.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )
      .filter((input) => !input.matches(':disabled, [aria-disabled="true"], [data-cell-editor]'))
      .filter((input) => input.closest('[inert]') === null && !isQuiet(input))
      .map((input) => ({
        html: input.outerHTML.slice(0, 160),
        label: input.ariaLabel ?? '',
        boxes: [input, input.firstElementChild, input.parentElement, input.parentElement?.parentElement]
          .filter((one) => one !== null && one !== undefined)
          .map(boxOf),
      }))
  })
}

function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** By WCAG 2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [first, second] = [brightness(one), brightness(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

const isVisible = ({ around, fill, edges }: Box): boolean =>
  [...edges, ...(/, 0(?:\.\d+)?\)$/.test(fill) ? [] : [fill])].some(
    (colour) => colour !== '' && contrast(colour, around) >= 3,
  )

/** The start of the HTML of each such input. */
export async function faintInputs(page: Page): Promise<string[]> {
  // The palette's input is the first row of its dialog.
  const palette = said('Find an account or go somewhere')
  return (await inputsOf(page))
    .filter(({ label, boxes }) => !palette.test(label) && !boxes.some(isVisible))
    .map(({ html }) => `an edge below 3:1: ${html}`)
}
