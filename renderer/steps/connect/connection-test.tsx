// The test of a connection: five different answers, each with what to do; the service's own words are folded away.
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, Radio, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../parts/button.tsx'
import { cx } from '../../parts/classes.ts'
import { toast } from '../../parts/toast.tsx'
import { connectTexts as words } from './connect-texts.ts'

export function ConnectionTest({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const test = useMutation(api.connections.test.mutationOptions({ onError: toast.failed }))
  const answer = test.data
  const fine = answer?.result === 'fine'
  const Icon = fine ? CircleCheck : answer?.result === 'no_key' ? TriangleAlert : CircleX
  return (
    <div className="rounded-lg border border-line p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <Radio size={14} aria-hidden className="text-faint" />
        {words.test}
      </h3>
      <div role="status" className="pt-1 pb-3">
        {answer === undefined ? (
          <p className="text-xs text-soft">{test.isPending ? words.testing : connection.settings.baseUrl}</p>
        ) : (
          <>
            <p className={cx('flex items-center gap-1.5 text-sm font-medium', fine ? 'text-ok' : 'text-bad')}>
              <Icon size={14} aria-hidden />
              {words.results[answer.result]}
            </p>
            <p className="text-xs text-soft">{words.resultAdvice[answer.result]}</p>
            {!fine && answer.message !== '' && (
              <details className="mt-1 text-xs">
                <summary className="text-faint hover:text-text">{words.serviceWords}</summary>
                <p className="mt-1 wrap-break-word text-soft">{answer.message}</p>
              </details>
            )}
          </>
        )}
      </div>
      <Button busy={test.isPending} onClick={() => test.mutate({ id: connection.id })}>
        {words.test}
      </Button>
    </div>
  )
}
