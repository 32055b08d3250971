// The data folder: where it is, whether it is encrypted or why not, and the recovery key, which is shown only when asked
// for (the audit log notes that); and what remains of purged batches.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Eye, Lock, LockOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { Callout, ErrorState, Panel, SkeletonRows } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { auditTexts } from '../../texts/audit.ts'
import { PurgedBatches } from './purged-batches.tsx'

const words = auditTexts.folder

export function DataFolder(): ReactNode {
  const status = useQuery(api.workspace.status.queryOptions())
  if (status.isError) return <ErrorState error={status.error} onRetry={() => void status.refetch()} />
  if (status.data === undefined) return <SkeletonRows className="p-6" rows={4} />
  const { folder, encryption } = status.data
  const isOn = encryption === 'on'
  const Icon = isOn ? Lock : LockOpen
  return (
    <div className="h-full overflow-y-auto">
      <div className="grid max-w-240 gap-4 px-5 py-4">
        <p className="flex items-center gap-2">
          <span className="text-soft">{words.place}</span>
          <span className="min-w-0 font-mono text-xs wrap-anywhere">{folder}</span>
        </p>
        <Panel
          title={
            <span className="flex items-center gap-2">
              <Icon size={15} aria-hidden className={isOn ? 'text-ok' : 'text-warn'} />
              {isOn ? words.encrypted : words.notEncrypted}
            </span>
          }
        >
          <p className="max-w-[75ch] text-soft">{words.meanings[encryption]}</p>
          {isOn && <RecoveryKey />}
        </Panel>
        <PurgedBatches />
      </div>
    </div>
  )
}

function RecoveryKey(): ReactNode {
  const key = useMutation(api.workspace.recoveryKey.mutationOptions({ onError: toast.failed, gcTime: 0 }))
  const shown = key.data ?? null
  return (
    <div className="mt-3 grid gap-2 border-t border-line pt-3">
      <h3 className="font-semibold">{words.key}</h3>
      <p className="max-w-[75ch] text-soft">{words.keyMeaning}</p>
      {shown === null ? (
        <div>
          <Button icon={Eye} busy={key.isPending} onClick={() => key.mutate(undefined)}>
            {words.show}
          </Button>
        </div>
      ) : (
        <>
          <p className="flex items-center gap-2">
            <output
              aria-label={words.key}
              className="rounded-md border border-line bg-head px-3 py-2 font-mono text-sm wrap-anywhere select-all"
            >
              {shown}
            </output>
            <Button size="small" onClick={() => key.reset()}>
              {words.hide}
            </Button>
          </p>
          <Callout tone="warning">{words.keep}</Callout>
        </>
      )}
    </div>
  )
}
