// Converts telephone numbers to `+` and digits of a region's plan, or keeps them exactly as written. The parser is
// passed in, so shared/ contains no numbering plans. A text with an extension or a second number is refused.
import { assertNever } from '../../contract/assert-never.ts'
import type { Conversion } from '../file.ts'
import { type ConverterTools, type MadeStep, type PhoneRead, made, refuse, value } from './converted.ts'
import { asText } from './texts.ts'
import { message, type Message } from '../../texts/create-message.ts'

export function phoneStep(rule: Extract<Conversion, { kind: 'phone' }>, tools: ConverterTools): MadeStep {
  if (rule.to === 'as_is') return made(asText)
  const { readPhone } = tools
  const region = rule.region ?? tools.phoneRegion ?? null
  return made((text, kept) => {
    const plain = asText(text, kept)
    if (!plain.ok) return plain
    if (readPhone === undefined) return refuse('phone_not_read_here', message('conversions.phone_read_later'))
    const read = readPhone(text, region)
    if (read.ok) return value(read.e164)
    return refuse('invalid_phone_number', faultOf(read.why, region))
  })
}

function faultOf(why: Extract<PhoneRead, { ok: false }>['why'], region: string | null): Message {
  switch (why) {
    case 'not_a_number':
      return region === null
        ? message('conversions.not_a_phone_number')
        : message('conversions.not_a_phone_number_of', { region })
    case 'region_missing':
      return message('conversions.phone_region_missing')
    case 'region_unknown':
      return message('conversions.phone_region_unknown', { region: region ?? '' })
    case 'not_as_dialled':
      return message('conversions.phone_not_as_dialled', { region: region ?? '' })
    case 'extension':
      return message('conversions.phone_extension')
    default:
      return assertNever(why)
  }
}
