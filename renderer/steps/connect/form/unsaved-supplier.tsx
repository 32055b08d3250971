// Check of a supplier code in the form of a new connection, with the typed address and key, of which nothing is kept. Only a
// press asks the service: the key must not go to an address that is still being typed.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ConnectionSettings } from '../../../../shared/sending/connection.ts'
import { AskedVerdict } from '../../../accounts/connection/supplier-verdict.tsx'
import { engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import type { SecretInput } from '../../../components/fields/secret-input.ts'
import { connectTexts } from '../../../texts/connect/connect.ts'
import { type FormInput, type FormOutput, typedSettings } from './connection-form.ts'

export function UnsavedSupplierVerdict(props: {
  readonly code: string
  readonly form: UseFormReturn<FormInput, unknown, FormOutput>
  readonly secret: SecretInput
}): ReactNode {
  const { code, form, secret } = props
  const words = connectTexts.supplierCheck
  useWatch({ control: form.control })
  const settings = typedSettings(form.getValues())
  const now = JSON.stringify([settings, secret.version, code])
  const [checked, setChecked] = useState<string | null>(null)
  const check = useMutation({
    // The key is read here and never passed: the cache of mutations keeps what it is given.
    mutationFn: (typed: ConnectionSettings) =>
      engine.connections.checkUnsavedSupplier({ settings: typed, key: secret.read().trim(), code }),
  })
  if (settings === null || !secret.isFilled) return <p className="text-xs text-faint">{words.notTyped}</p>
  if (checked === now)
    return <AskedVerdict code={code} isAsking={check.isPending} check={check.data} listed="" />
  return (
    <Button
      size="small"
      onClick={() => {
        setChecked(now)
        check.mutate(settings)
      }}
    >
      {words.checkCode({ code })}
    </Button>
  )
}
