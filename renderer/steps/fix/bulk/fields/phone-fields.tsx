// Input fields of the fix that rewrites telephone numbers: the country they are read by, and the form to write.
import type { ReactNode } from 'react'
import { currentFormat } from '../../../../../shared/texts/current.ts'
import type { Language } from '../../../../../shared/texts/language.ts'
import { Checkbox } from '../../../../components/fields/checkbox.tsx'
import { Field } from '../../../../components/fields/field.tsx'
import { Combobox, Select } from '../../../../components/fields/select.tsx'
import { valueTexts } from '../../../../texts/fix/value.ts'
import { regionOf, type ValueFieldsProps } from '../fix-draft.ts'

export function PhoneFields({ draft, proposed, onChange }: ValueFieldsProps): ReactNode {
  const region = regionOf(draft, proposed)
  const { form } = draft
  return (
    <>
      <Field label={valueTexts.region} hint={valueTexts.regionHint}>
        {({ id, 'aria-describedby': described }) => (
          <Combobox
            id={id}
            label={valueTexts.region}
            placeholder={valueTexts.regionPlaceholder}
            value={region === '' ? null : region}
            choices={countries()}
            aria-describedby={described}
            onChange={(value) => onChange({ region: value ?? '' })}
          />
        )}
      </Field>
      <Field label={valueTexts.form}>
        {({ id }) => (
          <Select
            id={id}
            label={valueTexts.form}
            value={form}
            choices={(['e164', 'international', 'national'] as const).map((value) => ({
              value,
              ...valueTexts.forms[value],
            }))}
            onChange={(value) => onChange({ form: value })}
          />
        )}
      </Field>
      <Checkbox
        label={valueTexts.bare}
        hint={valueTexts.bareHint}
        disabled={region === ''}
        checked={draft.bare && region !== ''}
        onChange={(bare) => onChange({ bare })}
      />
    </>
  )
}

/** Countries by two-letter code; their names come from the platform. */
const codes =
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'

type Country = { readonly value: string; readonly label: string }

const known = new Map<Language, readonly Country[]>()

/** By name, in the window's language. */
function countries(): readonly Country[] {
  const { language } = currentFormat()
  const before = known.get(language)
  if (before !== undefined) return before
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  const all = codes
    .split(' ')
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  known.set(language, all)
  return all
}
