// Options of one conversion step. Every change returns a complete step.
import type { ReactNode } from 'react'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { ConversionStep } from '../../../../shared/mapping/file.ts'
import { ChoiceTable } from './choice-table.tsx'
import type { ConversionSubject } from '../map-props.ts'
import { AnyDateDetails } from './any-date-details.tsx'
import { NameDetails, SeveralDetails } from './whole-text-details.tsx'
import { DateDetails } from './date-details.tsx'
import { JoinDetails, SplitDetails, TextDetails } from './text-details.tsx'
import {
  BooleanDetails,
  DocumentPathDetails,
  FallbackDetails,
  NumberDetails,
  PhoneDetails,
} from './value-details.tsx'

export function StepDetails(props: {
  readonly subject: ConversionSubject
  readonly step: ConversionStep
  readonly onChange: (next: ConversionStep) => void
}): ReactNode {
  const { subject, step, onChange } = props
  switch (step.kind) {
    case 'text':
      return <TextDetails step={step} onChange={onChange} />
    case 'split':
      return <SplitDetails step={step} onChange={onChange} />
    case 'join':
      return <JoinDetails step={step} onChange={onChange} subject={subject} />
    case 'name':
      return <NameDetails step={step} onChange={onChange} />
    case 'several':
      return <SeveralDetails step={step} onChange={onChange} />
    case 'any_date':
      return <AnyDateDetails step={step} onChange={onChange} subject={subject} />
    case 'date':
    case 'datetime':
      return <DateDetails step={step} onChange={onChange} subject={subject} />
    case 'decimal':
    case 'integer':
      return <NumberDetails step={step} onChange={onChange} />
    case 'boolean':
      return <BooleanDetails step={step} onChange={onChange} />
    case 'choice':
      return <ChoiceTable step={step} onChange={onChange} subject={subject} />
    case 'phone':
      return <PhoneDetails step={step} onChange={onChange} />
    case 'document_path':
      return <DocumentPathDetails step={step} onChange={onChange} />
    case 'fallback':
      return <FallbackDetails step={step} onChange={onChange} field={subject.field} />
    default:
      return assertNever(step)
  }
}
