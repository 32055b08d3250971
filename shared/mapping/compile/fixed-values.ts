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
import { message, type Message } from '../../texts/create-message.ts'

/** Adds the fixed values, then the supplier if nothing else feeds it. */
export function addFixed(mapping: Mapping, root: Draft, supplier: string | null, work: Work): void {
  const columns = new Set(mapping.columns.flatMap((entry) => ('field' in entry ? [entry.field] : [])))
  const taken = new Set<string>()
  for (const [at, { field: path, value }] of mapping.fixed.entries()) {
    const where = `fixed[${at}]`
    const field = findValueField(path, '', `${where}.field`, work)
    if (field === null) continue
    if (columns.has(path) || taken.has(path)) {
      const fault = message(columns.has(path) ? 'mapping.fixed_and_column' : 'mapping.fixed_twice', { path })
      report(work, 'field_mapped_twice', fault, `${where}.field`)
      continue
    }
    taken.add(path)
    putFixed(path, field, value, `${where}.value`, root, work)
  }
  if (columns.has(supplierField) || taken.has(supplierField)) return
  if (supplier === null || supplier.trim() === '') {
    report(work, 'supplier_missing', message('mapping.supplier_missing', { path: supplierField }), 'fixed')
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
  const complain = (fault: Message): null => report(work, 'fixed_invalid', fault, where)
  const wanted = {
    text: 'string',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    object: '',
    list: '',
  }[field.kind]
  if (typeof value !== wanted) {
    complain(
      wanted === 'string'
        ? message('mapping.fixed_must_be_text', { path })
        : message('mapping.fixed_must_be', { path, kind: wanted }),
    )
    return
  }
  if (field.kind === 'integer' && !Number.isSafeInteger(value)) {
    complain(message('mapping.fixed_must_be_whole', { path }))
    return
  }
  if (typeof value === 'string') {
    const made = createConverter(null, field)
    const converted = made.ok ? made.convert(value, null) : made
    if (!converted.ok || converted.value === null) {
      complain(
        converted.ok
          ? message('mapping.fixed_empty', { path })
          : message('mapping.fixed_unusable', { path, why: converted.message }),
      )
      return
    }
  }
  const fixed = typeof value === 'string' ? value.trim() : value
  if (field.choices !== null && !field.choices.includes(fixed)) {
    complain(message('mapping.fixed_no_choice', { path, choices: field.choices.join(', ') }))
    return
  }
  addLeaf(root, '', parseAttr(path), { kind: 'fixed', value: fixed }, work.catalogue)
}
