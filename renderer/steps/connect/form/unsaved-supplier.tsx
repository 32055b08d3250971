// What the service says of a supplier code in the form of a new connection. It is asked with the typed address and key,
// of which nothing is kept, and asked again when one of them changes.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { AskedVerdict, useSettled } from '../../../accounts/connection/supplier-verdict.tsx'
import { engine } from '../../../app/engine.ts'
import type { SecretInput } from '../../../components/fields/secret-input.ts'
import { connectTexts } from '../../../texts/connect/connect.ts'
import { type FormInput, type FormOutput, typedSettings } from './connection-form.ts'

export function UnsavedSupplierVerdict(props: {
  readonly code: string
  readonly form: UseFormReturn<FormInput, unknown, FormOutput>
  readonly secret: SecretInput
}): ReactNode {
  const { code, form, secret } = props
  useWatch({ control: form.control })
  const settings = typedSettings(form.getValues())
  const canAsk = settings !== null && secret.isFilled
  const now = JSON.stringify([settings, secret.version, code])
  const isSettled = useSettled(now) === now
  const asked = useQuery({
    // The key is read in the call and never part of the name: the cache of queries keeps its names.
    queryKey: ['unsaved supplier', now],
    queryFn: () => {
      if (settings === null) throw new Error('There are no settings to ask with')
      return engine.connections.checkUnsavedSupplier({ settings, key: secret.read().trim(), code })
    },
    enabled: canAsk && isSettled,
    staleTime: 5_000,
    gcTime: 0,
  })
  if (!canAsk) return <p className="text-xs text-faint">{connectTexts.supplierCheck.notTyped}</p>
  return <AskedVerdict code={code} isAsking={!isSettled || asked.isFetching} check={asked.data} listed="" />
}
