// Tests reading catalogues: paths, annotations, references, and forbidden names.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import { inEnglish, message } from '../../../shared/texts/message.ts'

const shipped = (name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../shared/catalogue/examples/${name}.json`, import.meta.url), 'utf8'),
  )
const codeOf = (json: unknown): string => {
  const read = readCatalogue(json)
  return read.ok ? 'ok' : read.failure.code
}

describe('a catalogue', () => {
  it('lists fields depth first with a star for items, and finds them by concrete indexes', () => {
    const read = readCatalogue(shipped('documented'))
    if (!read.ok) throw new Error(inEnglish(read.failure.message))
    expect(read.catalogue.fields.map((field) => field.path)).toEqual([
      'import_supplier',
      'customers',
      'customers.*',
      'customers.*.landline',
    ])
    expect(read.catalogue.fieldAt('customers.7.landline')).toMatchObject({
      kind: 'text',
      format: 'phone',
      label: message('mapping.title_of', { en: 'Landline', de: 'Festnetz' }),
    })
    expect(read.catalogue.fieldAt('customers.landline')).toBeNull()
    expect(read.catalogue.fieldAt('import_supplier')?.requiredInParent).toBe(true)
  })

  it('applies sensitivity to everything below a sensitive list', () => {
    const read = readCatalogue(shipped('example'))
    if (!read.ok) throw new Error(inEnglish(read.failure.message))
    expect(read.catalogue.fieldAt('customers.0.priority_services.1.code')?.sensitive).toBe(true)
    expect(read.catalogue.fieldAt('customers.0.date_of_birth')).toMatchObject({
      sensitive: true,
      notInFuture: true,
    })
    expect(read.catalogue.fieldAt('customers.0.email')?.sensitive).toBe(false)
  })

  it('follows local references, keeps the properties beside them, and uses the branch that is not null', () => {
    const read = readCatalogue({
      type: 'object',
      $defs: { phone: { type: 'string', format: 'phone', title: 'Phone', 'x-titles': { de: 'Telefon' } } },
      properties: {
        home: { $ref: '#/$defs/phone', title: 'Home phone' },
        work: { anyOf: [{ $ref: '#/$defs/phone' }, { type: 'null' }] },
      },
    })
    if (!read.ok) throw new Error(inEnglish(read.failure.message))
    expect(read.catalogue.fieldAt('home')).toMatchObject({
      format: 'phone',
      title: 'Home phone',
      label: 'Home phone',
    })
    expect(read.catalogue.fieldAt('work')).toMatchObject({
      kind: 'text',
      format: 'phone',
      label: message('mapping.title_of', { en: 'Phone', de: 'Telefon' }),
    })
  })

  it.each([
    ['a list at its root', [], 'catalogue_not_a_schema'],
    ['null', null, 'catalogue_not_a_schema'],
    ['a root of text', { type: 'string' }, 'catalogue_not_a_schema'],
    [
      'a field that contains itself',
      {
        type: 'object',
        $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } } },
        properties: { a: { $ref: '#/$defs/a' } },
      },
      'catalogue_cycle',
    ],
    [
      'a reference to nowhere',
      { type: 'object', properties: { a: { $ref: '#/$defs/b' } } },
      'catalogue_reference',
    ],
    [
      'a reference to another file',
      { type: 'object', properties: { a: { $ref: 'https://example.org/a.json' } } },
      'catalogue_reference',
    ],
    ['a field without a kind', { type: 'object', properties: { a: {} } }, 'catalogue_unknown_kind'],
    [
      'a field of two kinds',
      { type: 'object', properties: { a: { type: ['string', 'integer'] } } },
      'catalogue_unknown_kind',
    ],
  ])('with %s is refused', (_, json, code) => {
    expect(codeOf(json)).toBe(code)
  })

  it.each(['__proto__', 'constructor', 'prototype', 'a.b', '0', '*', '', 'non_field_errors'])(
    'refuses a field named “%s”',
    (name) => {
      expect(
        codeOf(JSON.parse(`{"type":"object","properties":{${JSON.stringify(name)}:{"type":"string"}}}`)),
      ).toBe('catalogue_unsafe_name')
    },
  )

  it('refuses shared definitions that multiply without limit', () => {
    const defs: Record<string, unknown> = { d0: { type: 'string' } }
    for (let at = 1; at < 20; at += 1) {
      const ref = { $ref: `#/$defs/d${at - 1}` }
      defs[`d${at}`] = { type: 'object', properties: { a: ref, b: ref, c: ref } }
    }
    expect(codeOf({ type: 'object', $defs: defs, properties: { bomb: { $ref: '#/$defs/d19' } } })).toBe(
      'catalogue_too_large',
    )
  })
})
