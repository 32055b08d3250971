// Form section for the meaning of the service's rejections: the codes for a supplier that takes no accounts and for a
// failed sign-in, and how many identical rejections stop a supplier.
import type { ReactNode } from 'react'
import { TextField } from '../../../components/fields/field.tsx'
import { connectTexts } from '../../../texts/connect/connect.ts'
import type { TextName } from './connection-form.ts'

const words = connectTexts.answers

export function AnswerFields({
  text,
}: {
  readonly text: (name: TextName) => { readonly error: string | undefined; readonly name: string }
}): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <TextField label={words.pausedCodes} hint={words.pausedHint} optional mono {...text('pausedCodes')} />
      <TextField
        label={words.completeCodes}
        hint={words.completeHint}
        optional
        mono
        {...text('completeCodes')}
      />
      <TextField
        label={words.closedCodes}
        hint={words.closedHint}
        optional
        mono
        {...text('closedCodes')}
        className="col-span-2"
      />
      <TextField
        label={words.closedStatuses}
        hint={words.closedStatusesHint}
        mono
        {...text('closedStatuses')}
      />
      <TextField
        label={words.closedDomains}
        hint={words.closedDomainsHint}
        optional
        mono
        {...text('closedDomains')}
      />
      <TextField
        label={words.signInCodes}
        hint={words.signInHint}
        optional
        mono
        {...text('signInCodes')}
        className="col-span-2"
      />
      <TextField
        label={words.refusalsInARow}
        hint={words.refusalsHint}
        inputMode="numeric"
        {...text('refusalsInARow')}
      />
      <TextField
        label={words.sameProblemInARow}
        hint={words.sameProblemHint}
        optional
        inputMode="numeric"
        {...text('sameProblemInARow')}
      />
    </div>
  )
}
