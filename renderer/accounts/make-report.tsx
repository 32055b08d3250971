// Makes the report of a batch, from the Report step and from every place where it is the next act. A window makes
// one at a time, and each of its places shows that it is being made. A report that a person stopped is no failure.
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { BatchView } from '../../shared/contract/contract.ts'
import { currentFormat } from '../../shared/texts/current.ts'
import { engine } from '../app/engine.ts'
import { pickReportFolder } from '../app/host/files.ts'
import { go, hrefOfStep } from '../app/route.ts'
import { Button, StillAllowed } from '../components/button.tsx'
import { toast } from '../components/notices/toast.tsx'
import { reportKey, sayReportStopped, wasStopped } from './live/stop-work.ts'
import { reportTexts } from '../texts/report.ts'

/** `onBegin`: once its folder is known. */
export function useMakeReport(
  batch: BatchView,
  onBegin: () => void = () => undefined,
): { readonly make: () => void; readonly isMaking: boolean } {
  const mutationKey = reportKey(batch.id)
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async () => {
      const place = await pickReportFolder()
      if (place === null) return
      onBegin()
      const { language, locale } = currentFormat()
      await engine.batches.report({ batch: batch.id, folder: place.folder, inLanguage: { language, locale } })
    },
    onError: (error) => (wasStopped(error) ? sayReportStopped(batch) : toast.failed(error)),
  })
  // Another window may make it, or this one before it was loaded again.
  const isWritten = batch.work?.kind === 'reporting'
  return { make: () => mutate(), isMaking: useIsMutating({ mutationKey }) > 0 || isWritten }
}

/** Makes the report and shows it. */
export function MakeReport(
  props: { readonly batch: BatchView; readonly again?: boolean } & Pick<
    ComponentProps<typeof Button>,
    'size' | 'tone' | 'className'
  >,
): ReactNode {
  const { batch, again = false, ...look } = props
  const { make, isMaking } = useMakeReport(batch, () => go(hrefOfStep(batch.id, 'report')))
  return (
    <StillAllowed>
      <Button {...look} icon={FileCheck} busy={isMaking} onClick={make}>
        {again ? reportTexts.again : reportTexts.make}
      </Button>
    </StillAllowed>
  )
}
