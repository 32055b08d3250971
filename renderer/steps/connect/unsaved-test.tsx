// Test of a connection that is only typed: with the values of the form and the typed key, before anything is saved. The
// result goes with the first change, as it is about other values then.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ConnectionSettings } from '../../../shared/sending/connection.ts'
import { engine } from '../../app/engine.ts'
import type { SecretInput } from '../../components/fields/secret-input.ts'
import { toast } from '../../components/notices/toast.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'
import { TestCard } from './connection-test.tsx'
import {
  connectionForm,
  type FormInput,
  type FormOutput,
  parseTyped,
  typedSettings,
} from './form/connection-form.ts'

type Form = UseFormReturn<FormInput, unknown, FormOutput>

export function UnsavedTest(props: { readonly form: Form; readonly secret: SecretInput }): ReactNode {
  const { form, secret } = props
  const values = useWatch({ control: form.control })
  const now = JSON.stringify([values, secret.version])
  const [tested, setTested] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const test = useMutation({
    // The key is read here and never passed: the cache of mutations keeps what it is given.
    mutationFn: (settings: ConnectionSettings) =>
      engine.connections.testUnsaved({ settings, key: secret.read().trim() }),
    onError: toast.failed,
  })
  function run(): void {
    const settings = typedSettings(form.getValues())
    if (settings === null) {
      showWrong(form)
      setWrong(now)
      return
    }
    setTested(now)
    test.mutate(settings)
  }
  const whyOff = values.baseUrl?.trim() === '' ? words.testNeedsAddress : null
  const answer = test.isPending || tested !== now ? undefined : test.data
  return (
    <TestCard
      testing={test.isPending}
      whyOff={whyOff ?? (secret.isFilled ? null : words.testNeedsTypedKey)}
      onTest={run}
      answer={answer}
      hint={
        wrong === now ? words.testNeedsRight : `${words.testTypedHint} ${words.testHint({ empty: '{}' })}`
      }
    />
  )
}

/** Each value that the test needs and that is wrong then says so at its field. */
function showWrong(form: Form): void {
  const parsed = parseTyped(form.getValues())
  if (parsed.success) return
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const fields = connectionForm.keyof().options.filter((name) => wrong.has(name))
  void form.trigger(fields, { shouldFocus: true })
}
