// Tests the two shipped catalogues by comparing our schema walker with another JSON Schema validator.
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileCatalogue } from '../../../electron/sandbox/validation/catalogue.ts'
import { formatCode, formats } from '../../../electron/sandbox/validation/formats.ts'
import { fieldErrors, type WalkSettings } from '../../../electron/sandbox/validation/validator.ts'
import documentedCatalogue from '../../../shared/catalogue/examples/documented.json' with { type: 'json' }
import exampleCatalogue from '../../../shared/catalogue/examples/example.json' with { type: 'json' }
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { account } from './practice.ts'

const schema = z.looseObject({
  title: z.string().optional(),
  'x-aliases': z.array(z.string()).optional(),
  'x-titles': z.object({ de: z.string() }).optional(),
  get properties() {
    return z.record(z.string(), schema).optional()
  },
  get items() {
    return schema.optional()
  },
})
type Schema = z.infer<typeof schema>

function* propertiesOf(node: Schema, path = ''): Generator<[string, Schema]> {
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    yield [`${path}${name}`, property]
    yield* propertiesOf(property, `${path}${name}.`)
  }
  if (node.items !== undefined) yield* propertiesOf(node.items, path)
}

describe.each([
  ['documented', documentedCatalogue],
  ['example', exampleCatalogue],
])('the %s catalogue', (_name, catalogue) => {
  it('has a title for every property, and aliases for every property fed by a column', () => {
    const all = [...propertiesOf(schema.parse(catalogue))]
    const untitled = all.filter(([, { title = '' }]) => title.trim() === '')
    const nameless = all.filter(
      ([, { properties, 'x-aliases': aliases = [] }]) => properties === undefined && aliases.length === 0,
    )
    expect([...untitled, ...nameless].map(([path]) => path)).toEqual([])
  })

  it('has a German title wherever it has an English one', () => {
    const all = [...propertiesOf(schema.parse(catalogue))]
    const untranslated = all.filter(([, { 'x-titles': titles }]) => (titles?.de ?? '').trim() === '')
    expect(untranslated.map(([path]) => path)).toEqual([])
    const read = readCatalogue(catalogue)
    const label = read.ok ? read.catalogue.fieldAt('customers.0.landline')?.label : undefined
    expect(sentenceOf(label, createMessageFormat('de', 'de-DE'))).toBe('Festnetz')
    expect(sentenceOf(label)).toBe('Landline')
  })

  it('is accepted by a strict validator and by the walker', () => {
    expect(() => strictly(catalogue)).not.toThrow()
    expect(() => compileCatalogue(catalogue)).not.toThrow()
  })
})

it('the documented catalogue holds only fields of the specification', () => {
  const paths = [...propertiesOf(schema.parse(documentedCatalogue))].map(([path]) => path)
  expect(paths).toEqual(['import_supplier', 'customers', 'customers.landline'])
})

describe('the walker', () => {
  const root = compileCatalogue(exampleCatalogue)
  const settings: WalkSettings = {
    refuseUndocumented: true,
    numbersAsText: false,
    wholeErrorsAt: 'input',
    region: 'GB',
    today: '2026-03-04',
  }
  const names = [...propertiesOf(schema.parse(exampleCatalogue))].map(
    ([path]) => path.split('.').at(-1) ?? '',
  )
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        3,
        1.5,
        'GB',
        'DOMESTIC',
        'GAS',
        'x',
        '2026-01-01',
        '/a',
        'x'.repeat(21),
      ),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names, 'colour', '__proto__'), tie('any'), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    ),
  })).any
  const payload = fc
    .tuple(
      fc.constantFrom<unknown>({}, account('1')),
      fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 }),
      value,
    )
    .map(([base, changes, other]) => (base === null ? other : Object.assign({}, base, changes)))

  it('accepts the same values as the strict validator', () => {
    const other = strictly(exampleCatalogue)
    fc.assert(
      fc.property(payload, (sent) => {
        expect(fieldErrors(root, sent, settings).length === 0).toBe(other(sent))
      }),
      { numRuns: 2_000 },
    )
  })

  it('visits values from shallow to deep', () => {
    fc.assert(
      fc.property(payload, (sent) => {
        const depths = fieldErrors(root, sent, settings).map(({ attr }) => attr.split('.').length)
        expect(depths).toEqual(depths.toSorted((a, b) => a - b))
      }),
      { numRuns: 1_000 },
    )
  })

  it('reports every JSON value that is not an account as invalid, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (sent) => {
        expect(fieldErrors(root, sent, settings).length).toBeGreaterThan(0)
      }),
      { numRuns: 1_000 },
    )
  })
})

function strictly(catalogue: object) {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  for (const format of formats) {
    ajv.addFormat(format, (text: string) => formatCode(format, text, { region: 'GB', name: '' }) === null)
  }
  for (const keyword of ['x-aliases', 'x-titles', 'x-sensitive', 'x-not-in-future']) ajv.addKeyword(keyword)
  return ajv.compile(catalogue)
}
