// Tests the summary's style sheet in a shadow tree: only its root and body selectors change, to the host and the
// page.
import { describe, expect, it } from 'vitest'
import { styleForShadow } from '../../../renderer/steps/report/shown-html.ts'

describe('the style of the summary', () => {
  it('uses the host and the page in place of the root and the body', () => {
    const style = ':root{--a:1}\nbody{margin:0}\n@media print{body{margin:1cm}:root{--a:2}}'
    expect(styleForShadow(style)).toBe(
      ':host{--a:1}\n.page{margin:0}\n@media print{.page{margin:1cm}:host{--a:2}}',
    )
  })

  it('does not change names that only contain these words', () => {
    const style = 'tbody{color:red}\n.body{color:red}'
    expect(styleForShadow(style)).toBe(style)
  })
})
