// Tests that invisible characters in a cell are made visible without losing any text.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownRuns, shownText } from '../../../renderer/components/text/shown-text.ts'

describe('a text with invisible characters', () => {
  it.each([
    ['plain', 'Ann Lee', 'Ann Lee'],
    ['a blank before it', ' Ann', '·Ann'],
    ['no-break blanks behind it', 'Ann\u00a0\u00a0', 'Ann··'],
    ['only blanks', '  ', '··'],
    ['a zero-width space inside', 'An\u200bn', 'An◌n'],
    ['direction marks at its ends', '\u202eAnn\u202c', '◌Ann◌'],
    ['line breaks inside stay', 'High St\nLeeds', 'High St\nLeeds'],
    ['nothing', '', ''],
  ])('%s', (_, text, shown) => {
    expect(shownText(text)).toBe(shown)
  })

  it('keeps every character in its runs', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\u00a0', '\u200b', '\u202e', '\n', 'é') })
    fc.assert(
      fc.property(text, (one) => {
        expect(
          shownRuns(one)
            .map((run) => run.text)
            .join(''),
        ).toBe(one)
        expect([...shownText(one)].length).toBe([...one].length)
      }),
    )
  })
})
