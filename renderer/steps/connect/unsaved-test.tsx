// Test of a connection that is only typed: with the values of the form and the typed key, before anything is saved. The
// result goes with the first change, as it is about other values then.
import { useMutation } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type ConnectionSettings, connectionSettings } from '../../../shared/sending/connection.ts'
import { engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import type { SecretInput } from '../../components/fields/secret-input.ts'
import { toast } from '../../components/notices/toast.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'
import { ConnectionCard } from './connection-card.tsx'
import { Answer } from './connection-test.tsx'
import { connectionForm, type FormInput, type FormOutput, settingsOf } from './form/connection-form.ts'

type Form = UseFormReturn<FormInput, unknown, FormOutput>

export function UnsavedTest(props: {
  readonly form: Form
  readonly secret: SecretInput
  /** Rises with each change of the key. */
  readonly keyVersion: number
}): ReactNode {
  const { form, secret, keyVersion } = props
  const values = useWatch({ control: form.control })
  const now = JSON.stringify([values, keyVersion])
  const [tested, setTested] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const test = useMutation({
    // The key is read here and never passed: the cache of mutations keeps what it is given.
    mutationFn: (settings: ConnectionSettings) =>
      engine.connections.testUnsaved({ settings, key: secret.read().trim() }),
    onError: toast.failed,
  })
  function run(): void {
    const settings = typedSettings(form)
    if (settings === null) {
      setWrong(now)
      return
    }
    setTested(now)
    test.mutate(settings)
  }
  const whyOff = values.baseUrl?.trim() === '' ? words.testNeedsAddress : null
  const answer = test.isPending || tested !== now ? undefined : test.data
  return (
    <ConnectionCard
      icon={Radio}
      title={words.testHeading}
      action={
        <Button
          busy={test.isPending}
          whyOff={whyOff ?? (secret.isFilled ? null : words.testNeedsTypedKey)}
          onClick={run}
        >
          {words.test}
        </Button>
      }
    >
      <div role="status">
        {answer === undefined ? (
          <p className="text-xs text-soft">
            {test.isPending
              ? words.testing
              : wrong === now
                ? words.testNeedsRight
                : `${words.testTypedHint} ${words.testHint({ empty: '{}' })}`}
          </p>
        ) : (
          <Answer answer={answer} />
        )}
      </div>
    </ConnectionCard>
  )
}

/** Null where a value that the test needs is wrong, which the form then says at its field. */
function typedSettings(form: Form): ConnectionSettings | null {
  // What the service does not hear of may still be missing.
  const parsed = connectionForm.safeParse({ ...form.getValues(), name: 'new', suppliers: [] })
  if (parsed.success) return connectionSettings.parse(settingsOf(parsed.data))
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const fields = connectionForm.keyof().options.filter((name) => wrong.has(name))
  void form.trigger(fields, { shouldFocus: true })
  return null
}
