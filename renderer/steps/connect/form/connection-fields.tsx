// Collapsible sections with the less common connection fields, and the status path field with a live example.
import { Folded } from '../../../components/folded.tsx'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Switch } from '../../../components/fields/checkbox.tsx'
import { TextField } from '../../../components/fields/field.tsx'
import { connectTexts as words } from '../../../texts/connect/connect.ts'
import {
  exampleStatusAddress,
  type FormInput,
  type FormOutput,
  type TextName,
  usualStatusPath,
} from './connection-form.ts'

type Text = (name: TextName) => { readonly error: string | undefined; readonly name: string }

export function Fold(props: {
  readonly title: string
  readonly hint: string
  /** Open from the start. */
  readonly open?: boolean
  readonly children: ReactNode
}): ReactNode {
  return (
    <Folded
      open={props.open ?? false}
      className="border-t border-line pt-3"
      title={
        <>
          <span className="shrink-0 text-md font-semibold">{props.title}</span>
          <span className="text-xs text-faint">{props.hint}</span>
        </>
      }
    >
      <div className="pt-3 pl-5">{props.children}</div>
    </Folded>
  )
}

type Form = UseFormReturn<FormInput, unknown, FormOutput>

export function StatusPathField({ form }: { readonly form: Form }): ReactNode {
  const [template, baseUrl] = useWatch({ control: form.control, name: ['statusPath', 'baseUrl'] })
  return (
    <div className="grid gap-1.5">
      <TextField
        label={words.status}
        hint={words.statusHint({ placeholder: '{placeholder}' })}
        optional
        mono
        placeholder={usualStatusPath}
        {...form.register('statusPath')}
        error={form.formState.errors.statusPath?.message}
      />
      {template.trim() !== '' && (
        <p className="rounded-md bg-head px-3 py-2 text-xs text-faint">
          {words.statusExample}{' '}
          <code className="font-mono wrap-anywhere text-text">{exampleStatusAddress(baseUrl, template)}</code>
        </p>
      )}
    </div>
  )
}

export function LimitFields({ form, text }: { readonly form: Form; readonly text: Text }): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <TextField label={words.concurrency} inputMode="numeric" {...text('concurrency')} />
      <TextField label={words.rate} hint={words.rateHint} optional inputMode="decimal" {...text('rate')} />
      <Controller
        control={form.control}
        name="adaptive"
        render={({ field }) => (
          <Switch
            label={words.adaptive}
            hint={words.adaptiveHint}
            checked={field.value}
            onChange={field.onChange}
            className="col-span-2"
          />
        )}
      />
      <TextField
        label={words.readsAMinute}
        hint={words.readsAMinuteHint}
        optional
        inputMode="numeric"
        {...text('readsAMinute')}
      />
      <TextField
        label={words.validationAge}
        hint={words.validationAgeHint}
        optional
        placeholder={words.durationExample}
        {...text('validationAge')}
      />
      <TimeFields text={text} />
      <TextField
        label={words.validateEdited}
        hint={words.validateEditedHint}
        inputMode="numeric"
        {...text('validateEdited')}
      />
      <TextField
        label={words.bodyBytes}
        hint={words.bodyBytesHint}
        optional
        inputMode="numeric"
        {...text('bodyBytes')}
      />
    </div>
  )
}

function TimeFields({ text }: { readonly text: Text }): ReactNode {
  const time = { inputMode: 'decimal', unit: words.seconds } as const
  return (
    <>
      <TextField label={words.connectTimeout} {...time} {...text('connectTimeout')} />
      <TextField label={words.validateTimeout} {...time} {...text('validateTimeout')} />
      <TextField label={words.createTimeout} {...time} {...text('createTimeout')} />
      <TextField label={words.statusTimeout} {...time} {...text('statusTimeout')} />
      <TextField label={words.pollFirst} {...time} {...text('pollFirst')} />
      <TextField label={words.pollLongest} {...time} {...text('pollLongest')} />
      <TextField
        label={words.quiet}
        hint={words.quietHint}
        optional
        {...time}
        {...text('quiet')}
        className="col-span-2"
      />
    </>
  )
}

/** Time after which a person should check; and what happens automatically later. */
export function WorryFields({ form, text }: { readonly form: Form; readonly text: Text }): ReactNode {
  const example = { placeholder: words.durationExample }
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <TextField label={words.stuckUnconfirmed} {...example} {...text('stuckUnconfirmed')} />
      <TextField label={words.stuckNotVisible} {...example} {...text('stuckNotVisible')} />
      <TextField
        label={words.stuckPending}
        hint={words.stuckPendingHint}
        {...example}
        {...text('stuckPending')}
      />
      <TextField label={words.stuckInProgress} {...example} {...text('stuckInProgress')} />
      <TextField label={words.stuckOtherWord} {...example} {...text('stuckOtherWord')} />
      <TextField label={words.recheck} hint={words.recheckHint} optional {...example} {...text('recheck')} />
      <Controller
        control={form.control}
        name="resumeAfterCrash"
        render={({ field }) => (
          <Switch
            label={words.resumeAfterCrash}
            hint={words.resumeAfterCrashHint}
            checked={field.value}
            onChange={field.onChange}
            className="col-span-2"
          />
        )}
      />
    </div>
  )
}

export function DetailFields({ text }: { readonly text: Text }): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <TextField label={words.tokenMutation} mono {...text('tokenMutation')} className="col-span-2" />
      <TextField label={words.tokenKeyField} mono {...text('tokenKeyField')} className="col-span-2" />
      <TextField label={words.tokenAnswer} mono {...text('tokenAnswer')} />
      <TextField label={words.tokenField} mono {...text('tokenField')} />
      <TextField
        label={words.tokenLife}
        hint={words.tokenLifeHint}
        placeholder={words.durationExample}
        {...text('tokenLife')}
      />
      <TextField
        label={words.tokenRenewAfter}
        hint={words.tokenRenewAfterHint}
        inputMode="numeric"
        unit="%"
        {...text('tokenRenewAfter')}
      />
      <TextField label={words.phoneRegion} hint={words.phoneRegionHint} optional {...text('phoneRegion')} />
      <TextField label={words.attrPrefix} hint={words.attrPrefixHint} optional mono {...text('attrPrefix')} />
    </div>
  )
}
