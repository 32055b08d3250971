// What there is to say about a conversion beside its kind: a pattern, words, a table. Every change gives a whole conversion.
import type { ReactNode } from 'react'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Conversion } from '../../../shared/mapping-file.ts'
import { Field, inputClass, TextField } from '../../parts/field.tsx'
import { Select } from '../../parts/select.tsx'
import { mapTexts as words } from './map-texts.ts'

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

export function ConversionDetails(props: {
  readonly conversion: Conversion
  readonly onChange: (next: Conversion) => void
}): ReactNode {
  const { conversion, onChange } = props
  switch (conversion.kind) {
    // These are set in a mapping file or taken from a proposal; here they are shown and converted live.
    case 'split':
    case 'join':
    case 'phone':
    case 'document_path':
    case 'fallback':
    case 'steps':
    case 'text':
    case 'integer':
      return null
    case 'date':
    case 'datetime':
      return (
        <>
          <TextField
            label={words.pattern}
            hint={words.patternHint}
            mono
            value={conversion.pattern}
            onChange={(event) => onChange({ ...conversion, pattern: event.target.value })}
          />
          {conversion.kind === 'datetime' && (
            <TextField
              label={words.zone}
              value={conversion.zone}
              onChange={(event) => onChange({ ...conversion, zone: event.target.value })}
            />
          )}
        </>
      )
    case 'decimal':
      return (
        <Field label={words.decimalSign}>
          {({ id }) => (
            <Select
              id={id}
              label={words.decimalSign}
              value={conversion.decimalSign}
              onChange={(decimalSign) => onChange({ ...conversion, decimalSign })}
              choices={[
                { value: '.', label: '1234.50' },
                { value: ',', label: '1234,50' },
              ]}
            />
          )}
        </Field>
      )
    case 'boolean':
      return (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={words.yes}
            hint={words.wordsHint}
            defaultValue={conversion.yes.join(', ')}
            onChange={(event) => onChange({ ...conversion, yes: listOf(event.target.value) })}
          />
          <TextField
            label={words.no}
            defaultValue={conversion.no.join(', ')}
            onChange={(event) => onChange({ ...conversion, no: listOf(event.target.value) })}
          />
        </div>
      )
    case 'choice':
      return (
        <Field label={words.table}>
          {(control) => (
            <textarea
              {...control}
              rows={5}
              spellCheck={false}
              defaultValue={Object.entries(conversion.values)
                .map(([from, to]) => `${from} = ${to}`)
                .join('\n')}
              onChange={(event) => onChange({ ...conversion, values: tableOf(event.target.value) })}
              className={`${inputClass} h-auto py-1.5 font-mono text-xs`}
            />
          )}
        </Field>
      )
    default:
      return assertNever(conversion)
  }
}

function tableOf(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf('=')
    const from = line.slice(0, at).trim()
    return at < 1 || from === '' ? [] : [[from, line.slice(at + 1).trim()]]
  })
  return Object.fromEntries(pairs)
}
