// Purged batches: the line of numbers that remains of each, newest first. While data is still being removed, the list is
// read again.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PurgedBatch } from '../../../shared/contract/purge.ts'
import { type Ending, endings } from '../../../shared/sending/endings.ts'
import { api } from '../../app/engine.ts'
import { BodyCell, HeadCell } from '../../components/lists/table-cells.tsx'
import { ErrorState, Panel, SkeletonRows } from '../../components/panel.tsx'
import { purgeTexts } from '../../texts/connect/purge.ts'
import { format } from '../../texts/format.ts'
import { reportTexts } from '../../texts/report.ts'

const words = purgeTexts.list
const againMs = 1000

export function PurgedBatches(): ReactNode {
  const purged = useQuery({
    ...api.purge.purged.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ purgedAt }) => purgedAt === null) === true ? againMs : false,
  })
  return (
    <Panel title={words.heading} description={words.words}>
      {purged.isError ? (
        <ErrorState error={purged.error} onRetry={() => void purged.refetch()} />
      ) : purged.data === undefined ? (
        <SkeletonRows rows={3} />
      ) : purged.data.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <div className="max-h-[50vh] overflow-auto rounded-md border border-line">
          <table className="w-full table-fixed border-separate border-spacing-0 text-sm [&_tr:last-child_td]:border-b-0">
            <thead>
              <tr>
                <HeadCell className="w-[22%]">{words.batch}</HeadCell>
                <HeadCell className="w-[15%]">{words.connection}</HeadCell>
                <HeadCell className="w-[9%] text-right">{words.rows}</HeadCell>
                <HeadCell className="w-[9%] text-right">{words.accounts}</HeadCell>
                <HeadCell>{words.became}</HeadCell>
                <HeadCell className="w-[17%]">{words.purged}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {purged.data.map((line) => (
                <Line key={line.batch} line={line} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function Line({ line }: { readonly line: PurgedBatch }): ReactNode {
  const { name, connectionName, supplier, rows, accounts, purgedAt, operator, createdAt } = line
  const files = line.files.filter((file) => file !== null)
  return (
    <tr title={files.length === 0 ? undefined : words.files({ files: files.join(', ') })}>
      <BodyCell wraps>
        <span className="block">{name}</span>
        <span className="block text-xs text-faint">{words.created({ at: format.day(createdAt) })}</span>
      </BodyCell>
      <BodyCell wraps>
        <span className="block">{connectionName ?? words.noConnection}</span>
        {supplier !== null && <span className="block text-xs text-faint">{supplier}</span>}
      </BodyCell>
      <BodyCell className="text-right tabular-nums">{format.number(rows)}</BodyCell>
      <BodyCell className="text-right tabular-nums">{format.number(accounts)}</BodyCell>
      <BodyCell wraps>{becameWords(line)}</BodyCell>
      <BodyCell wraps>
        <span className="block">{purgedAt === null ? words.underWay : format.day(purgedAt)}</span>
        <span className="block text-xs text-faint">{operator ?? words.retention}</span>
      </BodyCell>
    </tr>
  )
}

function becameWords({ endings: counts }: PurgedBatch): string {
  const found = endings.filter((ending: Ending) => (counts[ending] ?? 0) > 0)
  return found
    .map((ending) =>
      words.countOfEnding({ n: counts[ending] ?? 0, ending: reportTexts.totals.ending({ ending }) }),
    )
    .join(' · ')
}
