// Converts telephone numbers to `+` and digits of a region's plan, or keeps them exactly as written. The parser is
// passed in, so shared/ contains no numbering plans. A text with an extension or a second number is refused.
import { assertNever } from '../../contract/assert-never.ts'
import type { Conversion } from '../file.ts'
import { type ConverterTools, type MadeStep, made, refuse, value } from './converted.ts'
import { asText } from './texts.ts'

export function phoneStep(rule: Extract<Conversion, { kind: 'phone' }>, tools: ConverterTools): MadeStep {
  if (rule.to === 'as_is') return made(asText)
  const { readPhone } = tools
  const region = rule.region ?? tools.phoneRegion ?? null
  return made((text, kept) => {
    const plain = asText(text, kept)
    if (!plain.ok) return plain
    if (readPhone === undefined)
      return refuse(
        'phone_not_read_here',
        'is read as a telephone number when the accounts are built, not here',
      )
    const read = readPhone(text, region)
    if (read.ok) return value(read.e164)
    switch (read.why) {
      case 'not_a_number':
        return refuse('invalid_phone_number', `is not a valid telephone number${placeOf(region)}`)
      case 'region_missing':
        return refuse(
          'invalid_phone_number',
          'does not begin with “+” and its country: set a region for the conversion or the connection',
        )
      case 'region_unknown':
        return refuse('invalid_phone_number', `cannot be read: ${region} is no region with telephone numbers`)
      case 'not_as_dialled':
        return refuse(
          'invalid_phone_number',
          `is not written as it is dialled in ${region}: a leading digit may be lost, or “+” before the country`,
        )
      case 'extension':
        return refuse(
          'invalid_phone_number',
          'has an extension, which “+” and digits cannot say: keep numbers as they are',
        )
      default:
        return assertNever(read.why)
    }
  })
}

function placeOf(region: string | null): string {
  return region === null ? '' : ` of the region ${region}`
}
