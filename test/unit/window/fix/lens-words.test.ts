// Tests the lens's texts: when and by whom a cell was validated, and how an edit affects the service's result.
import { expect, it } from 'vitest'
import { format } from '../../../../renderer/texts/format.ts'
import {
  conversionText,
  validatedText,
  valueText,
} from '../../../../renderer/steps/fix/account/lens/lens-words.ts'

const at = new Date(2026, 10, 21, 12, 5).getTime()
const now = at + 60_000
const clock = format.shortClock
const local = { at: at - 120_000 }
const service = { at, pass: 2, verdict: 'rejected' as const, current: true, sameHere: true, about: ['0207'] }
const refused = {
  source: 'validate' as const,
  attr: 'a',
  code: 'invalid_phone_number',
  message: 'x',
  stale: false,
  overruling: null,
}

it('shows the time of the local validation, and that the service has not validated the account yet', () => {
  expect(validatedText({ local, service: null, problems: [] }, now)).toBe(
    `Checked here ${clock(local.at)} · not validated by the service yet`,
  )
  expect(validatedText({ local: null, service: null, problems: [] }, now)).toMatch(
    /^Edited; checking it here/,
  )
})

it('counts the pass and names the codes at this cell', () => {
  expect(validatedText({ local, service, problems: [refused, refused] }, now)).toBe(
    `Checked here ${clock(local.at)} · validated by the service in pass 2, ${clock(at)}: rejected (invalid_phone_number)`,
  )
  expect(validatedText({ local, service, problems: [] }, now)).toMatch(/: no problem named in this cell$/)
})

it('names the first of many codes and of many values, and how many more there are', () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({ ...refused, code: `code_${at}` }))
  expect(validatedText({ local, service, problems: many }, now)).toMatch(
    /: rejected \(code_0, code_1, code_2 and 997 more\)$/,
  )
  const about = many.map(({ code }) => code)
  const edited = { ...service, current: false, sameHere: false, about }
  expect(validatedText({ local, service: edited, problems: many }, now)).toMatch(
    /: that answer was about “code_0”, “code_1”, “code_2” and 997 more$/,
  )
})

it('distinguishes an edit of this cell from an edit elsewhere in the account', () => {
  const old = { ...service, verdict: 'validated' as const, current: false }
  expect(validatedText({ local, service: { ...old, sameHere: false }, problems: [] }, now)).toMatch(
    /: accepted · edited since: that answer was about “0207”$/,
  )
  expect(
    validatedText({ local, service: { ...old, sameHere: false, about: [] }, problems: [] }, now),
  ).toMatch(/edited since: this cell gave no value then$/)
  expect(validatedText({ local, service: old, problems: [] }, now)).toMatch(/edited elsewhere since$/)
})

it('shows values as in the payload, and conversions in words', () => {
  expect([valueText('007'), valueText(7), valueText(false), valueText('')]).toEqual([
    '“007”',
    '7',
    'false',
    'empty',
  ])
  expect(conversionText(null)).toBeNull()
  expect(conversionText({ kind: 'date', pattern: 'dd/MM/yyyy' })).toBe('through a date written dd/MM/yyyy')
  expect(
    conversionText({
      kind: 'steps',
      steps: [
        { kind: 'text', trim: true },
        { kind: 'phone', to: 'e164', region: 'GB' },
      ],
    }),
  ).toBe('through clean-up of the text, a telephone number of GB')
})
