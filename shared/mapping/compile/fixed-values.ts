// Adds a mapping's fixed values to the plan, and the supplier when nothing else feeds its field. They are checked
// like any other value.
import { parseAttr } from '../../payload/attr-path.ts'
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import { createConverter } from '../conversions/conversions.ts'
import type { Mapping } from '../file.ts'
import { addLeaf } from '../plan.ts'
import type { Draft } from '../plan.ts'
import { supplierField } from '../../sending/service.ts'
import { findValueField } from './find-fields.ts'
import { report } from './work.ts'
import type { Work } from './work.ts'

/** Adds the fixed values, then the supplier if nothing else feeds it. */
export function addFixed(mapping: Mapping, root: Draft, supplier: string | null, work: Work): void {
  const columns = new Set(mapping.columns.flatMap((entry) => ('field' in entry ? [entry.field] : [])))
  const taken = new Set<string>()
  for (const [at, { field: path, value }] of mapping.fixed.entries()) {
    const where = `fixed[${at}]`
    const field = findValueField(path, '', `${where}.field`, work)
    if (field === null) continue
    if (columns.has(path) || taken.has(path)) {
      const by = columns.has(path) ? 'by a column too' : 'twice'
      report(
        work,
        'field_mapped_twice',
        `The field ${path} has a fixed value and is fed ${by}: keep one.`,
        `${where}.field`,
      )
      continue
    }
    taken.add(path)
    putFixed(path, field, value, `${where}.value`, root, work)
  }
  if (columns.has(supplierField) || taken.has(supplierField)) return
  if (supplier === null || supplier.trim() === '') {
    const message = `Nothing says which supplier the accounts come from: map a column to ${supplierField}, set a fixed value for it, or give the supplier when starting the run.`
    report(work, 'supplier_missing', message, 'fixed')
    return
  }
  const field = findValueField(supplierField, '', 'fixed', work)
  if (field !== null) putFixed(supplierField, field, supplier, 'fixed', root, work)
}

function putFixed(
  path: string,
  field: CatalogueField,
  value: string | number | boolean,
  where: string,
  root: Draft,
  work: Work,
): void {
  const complain = (why: string): null =>
    report(work, 'fixed_invalid', `The fixed value for ${path} ${why}`, where)
  const wanted = {
    text: 'string',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    object: '',
    list: '',
  }[field.kind]
  if (typeof value !== wanted) {
    complain(wanted === 'string' ? 'must be text: put it in quotes.' : `must be a ${wanted}, without quotes.`)
    return
  }
  if (field.kind === 'integer' && !Number.isSafeInteger(value)) {
    complain('must be a whole number.')
    return
  }
  if (typeof value === 'string') {
    const made = createConverter(null, field)
    const converted = made.ok ? made.convert(value, null) : made
    if (!converted.ok || converted.value === null) {
      complain(converted.ok ? 'is empty.' : `cannot be used: ${converted.message}`)
      return
    }
  }
  const fixed = typeof value === 'string' ? value.trim() : value
  if (field.choices !== null && !field.choices.includes(fixed)) {
    complain(`is not one of its choices: ${field.choices.join(', ')}.`)
    return
  }
  addLeaf(root, '', parseAttr(path), { kind: 'fixed', value: fixed }, work.catalogue)
}
