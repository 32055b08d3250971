// Tests a conversion as a list of steps: every choice in the dialog gives a conversion that the mapping file
// accepts, or an error message.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  conversionOf,
  conversionWords,
  faultOf,
  freshStep,
  joinedColumns,
  kindsAt,
  kindsToAdd,
  movedStep,
  shortConversionWords,
  type Steps,
  stepsOf,
  withStep,
} from '../../../../renderer/steps/map/conversions/conversion-steps.ts'
import { conversion, type ConversionStep } from '../../../../shared/mapping/file.ts'
import { fieldView, type FieldView } from '../../../../shared/contract/views.ts'

const field = (kind: FieldView['kind'], format: string | null = null): FieldView =>
  fieldView.parse({
    path: 'name',
    title: 'Name',
    kind,
    format,
    required: false,
    choices: null,
    sensitive: false,
  })
const text = field('text')
const steps: Steps = [
  { kind: 'join', with: ['Street'], separator: ' ' },
  { kind: 'text', trim: true },
  { kind: 'split', separator: ',', part: 1 },
]

describe('the steps of a conversion', () => {
  it('stay the same conversion when they are put together again', () => {
    for (const given of [null, ...steps, { kind: 'steps' as const, steps: [...steps] }])
      expect(conversionOf(stepsOf(given))).toEqual(given)
  })

  it('are placed where they can run, in whatever order they are added', () => {
    const kinds = ['join', 'text', 'split', 'phone', 'fallback'] as const
    fc.assert(
      fc.property(fc.shuffledSubarray([...kinds], { minLength: 2 }), (order) => {
        const filled = order.map(
          (kind): ConversionStep =>
            kind === 'join'
              ? { kind, with: ['Street'], separator: ' ' }
              : kind === 'fallback'
                ? { kind, value: 'none' }
                : freshStep(kind, text),
        )
        const made = filled.reduce<Steps>((now, step) => withStep(now, step), [])
        expect(made).toHaveLength(order.length)
        expect(faultOf(made, text)).toBeNull()
        expect(conversion.safeParse(conversionOf(made)).success).toBe(true)
      }),
    )
  })

  it('offer only kinds that can feed the field, and one kind that makes the value', () => {
    expect(kindsToAdd([], field('boolean'))).toEqual([
      'text',
      'split',
      'join',
      'several',
      'boolean',
      'choice',
      'fallback',
    ])
    expect(kindsToAdd([freshStep('boolean', field('boolean'))], field('boolean'))).not.toContain('choice')
    expect(kindsToAdd([], field('text', 'date'))).not.toContain('datetime')
    expect(kindsAt([freshStep('date', text), freshStep('fallback', text)], 0, text)).toContain('integer')
    expect(kindsAt([freshStep('date', text), freshStep('fallback', text)], 1, text)).not.toContain('integer')
  })

  it('move by one position and stay in place at the ends', () => {
    expect(movedStep(steps, 0, 1).map(({ kind }) => kind)).toEqual(['text', 'join', 'split'])
    expect(movedStep(steps, 0, -1)).toBe(steps)
    expect(movedStep(steps, 2, 1)).toBe(steps)
  })

  it.each([
    [{ kind: 'join', with: [], separator: ' ' }, /Choose the columns/],
    [{ kind: 'split', separator: '', part: 1 }, /separates the parts/],
    [{ kind: 'split', separator: ' ', part: 0 }, /counted from 1/],
    [{ kind: 'phone', to: 'e164', region: 'G' }, /two capital letters/],
    [{ kind: 'datetime', pattern: 'yyyy-MM-dd HH:mm', zone: '' }, /Choose the time zone/],
    [{ kind: 'datetime', pattern: 'yyyy-MM-dd HH:mm', zone: 'Mars' }, /no time zone/],
    [{ kind: 'choice', values: { a: '' } }, /every word means/],
    [{ kind: 'fallback', value: '' }, /value for empty cells/],
    [{ kind: 'date', pattern: 'yy' }, /./],
  ] as const)('name the missing part of %j', (step, said) => {
    const mutable: ConversionStep = structuredClone(step) as ConversionStep
    expect(faultOf([mutable], text)).toMatch(said)
  })

  it('report a step that follows the step that makes the value', () => {
    expect(faultOf([freshStep('date', text), freshStep('text', text)], text)).toMatch(/cannot follow/)
  })

  it('are named after the step that makes the value', () => {
    const dated = conversion.parse({
      kind: 'steps',
      steps: [{ kind: 'text' }, { kind: 'date', pattern: 'dd/MM/yyyy' }],
    })
    expect(conversionWords(dated)).toBe('dd/MM/yyyy')
    expect(shortConversionWords({ kind: 'choice', values: {} })).toBe('Word table')
    expect(shortConversionWords({ kind: 'steps', steps: [...steps] })).toBe('Several steps')
  })

  it('name the columns that they join', () => {
    expect(joinedColumns({ kind: 'steps', steps: [...steps] })).toEqual(['Street'])
    expect(joinedColumns(null)).toEqual([])
  })
})
