// Warnings that a user must see before working on the batch: the same file or the same accounts in other batches, and
// accounts that could not be built. They render together, so the rows below move at most once.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Files } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import { Callout } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { loadTexts } from '../../texts/load/load.ts'
import { type OtherBatch, otherBatches } from './other-batches.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = loadTexts.first
const shownAtMost = 4

export function FirstThings({ batch }: { readonly batch: BatchView }): ReactNode {
  const shared = useQuery(api.batches.shared.queryOptions({ input: { batch: batch.id } }))
  const batches = useQuery(api.batches.list.queryOptions())
  if (shared.isPending || batches.isPending) return null
  // Versions of the same file are reported as versions elsewhere.
  const versions = [batch.version.earlier, ...batch.version.later]
  const others = otherBatches(batch, shared.data ?? [], batches.data ?? []).filter(
    (other) => !versions.includes(other.batch),
  )
  const broken = batch.stage === 'failed' && batch.rows > 0
  if (others.length === 0 && !broken) return null
  return (
    <div className="grid shrink-0 gap-2 border-b border-line p-3">
      {broken && (
        <Callout tone="error" icon={CircleAlert} title={words.broken}>
          <p className="wrap-break-word whitespace-pre-line">{sentenceOf(batch.failure?.message)}</p>
          <p className="text-xs text-soft">{batch.failure?.code}</p>
        </Callout>
      )}
      {others.length > 0 && (
        <Callout tone="warning" icon={Files} title={titleOf(batch, others)}>
          <ul className="py-0.5">
            {others.slice(0, shownAtMost).map((one) => (
              <li key={one.batch} className="flex min-w-0 gap-2">
                <a
                  href={hrefOfStep(one.batch, 'load')}
                  className="max-w-80 shrink-0 truncate font-medium underline decoration-warn/40 underline-offset-2 hover:decoration-warn"
                >
                  {one.name}
                </a>
                <span className="min-w-0 truncate text-soft">
                  {one.openedAt !== null && (
                    <>
                      {words.opened} <RelativeTime at={one.openedAt} />
                      {' · '}
                    </>
                  )}
                  {one.sameFile && (
                    <>
                      <span className="font-medium text-warn">{words.sameBytes}</span>
                      {one.accounts > 0 && ' · '}
                    </>
                  )}
                  {one.accounts > 0 && sharesWords(one.accounts, one.sent)}
                </span>
              </li>
            ))}
            {others.length > shownAtMost && (
              <li className="text-soft">{words.more({ n: others.length - shownAtMost })}</li>
            )}
          </ul>
          <p className="text-xs text-soft">{words.body}</p>
        </Callout>
      )}
    </div>
  )
}

/** The very file, other files with some of its accounts, or both. */
function titleOf({ createdAt }: BatchView, others: readonly OtherBatch[]): string {
  const same = others.filter((one) => one.sameFile).length
  if (same === 0) return words.shared
  if (same < others.length) return words.similar
  const isFirst = others.some(({ openedAt }) => (openedAt ?? 0) > createdAt)
  return isFirst ? words.sameFileToo : words.sameFile
}

function sharesWords(n: number, sent: number): string {
  return sent === 0 ? words.sharesUnsent({ n }) : words.sharesSent({ n, sent })
}
