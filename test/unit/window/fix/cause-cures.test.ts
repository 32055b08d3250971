// Tests which fixes a cause's card has counted, which of them comes first, and what is said of it: of all accounts, of a
// sample, and of a problem that only the service can decide.
import { describe, expect, it } from 'vitest'
import { fieldView, problemGroup } from '../../../../shared/contract/views.ts'
import { noFacts } from '../../../../renderer/steps/fix/bulk/fix-for-cause.ts'
import {
  bestFirst,
  type Candidate,
  candidatesOf,
  type Cure,
} from '../../../../renderer/steps/fix/causes/cause-cures.ts'
import { cureWords, gainWords } from '../../../../renderer/steps/fix/causes/cure-words.ts'

const optional = fieldView.parse({
  path: 'billing_name',
  title: 'Billing name',
  kind: 'text',
  required: false,
  format: null,
  choices: null,
  sensitive: false,
})

function kindsFor(code: string, isOfService: boolean): readonly string[] {
  const group = problemGroup.parse({
    code,
    source: isOfService ? 'validate' : 'local',
    field: 'billing_name',
    title: 'Billing name',
    sheet: 0,
    column: 1,
    problems: 2,
    accounts: 2,
    alone: 2,
    message: 'Ensure this field has no more than 20 characters.',
    stays: null,
  })
  const values = { values: [], distinct: 0, cells: 0, cutAt: null }
  const facts = { ...noFacts, field: optional }
  const found = candidatesOf({ group, facts, values, sources: [], worked: [], isOfService })
  return found.map(({ fix }) => fix.kind)
}

describe('the fixes of a cause', () => {
  it('cut a text that the service finds too long to the length that it names, or clear it', () => {
    expect(kindsFor('max_length', true)).toEqual(['shorten', 'clear'])
  })
  it('do not clear what the service refuses for another reason than its writing; our own checks know theirs', () => {
    expect(kindsFor('reference_in_use', true)).toEqual([])
    expect(kindsFor('reference_in_use', false)).toEqual(['clear'])
  })
})

const none: Candidate = { fix: { kind: 'clear' }, takeFrom: null, keeps: false }
const cure = (changes: Partial<Cure>): Cure => ({
  ...none,
  cells: 12,
  solves: 0,
  unblocks: 0,
  revalidates: 0,
  of: null,
  ...changes,
})

describe('a counted fix', () => {
  it('is listed where it solves a problem or the service would be asked again, the one that keeps values first', () => {
    const keeps = cure({ fix: { kind: 'shorten', length: 20, atWord: false }, keeps: true, revalidates: 5 })
    const clears = cure({ revalidates: 6 })
    expect(bestFirst([cure({}), clears, keeps])).toEqual([keeps, clears])
  })
  it('says what it brings, and of a sample how many accounts were counted', () => {
    expect(cureWords(cure({ unblocks: 1_200 }))).toBe('Clear 12 values · unblocks 1,200')
    expect(cureWords(cure({ unblocks: 380, of: 400 }))).toBe('Clear all values · unblocks 380 of 400 sampled')
    expect(cureWords(cure({ revalidates: 6 }))).toBe('Clear 12 values · 6 to validate again')
    expect(cureWords(cure({ solves: 1, of: 400 }))).toBe(
      'Clear all values · solves 1 problem of 400 sampled accounts',
    )
    expect(gainWords(cure({ revalidates: 390, of: 400 }), true)).toBe('390 of 400 sampled to validate again')
  })
})
