// What a conversion makes of the whole column: how many cells it reads, how many hold several values, and every text
// that it does not read, with its rows. The engine reads the column in the background; another conversion replaces it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ColumnTrial } from '../../../../shared/contract/import/mapping.ts'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import { api } from '../../../app/engine.ts'
import { GroupLabel } from '../../../components/panel.tsx'
import type { ConversionSubject } from '../map-props.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

const restMs = 250

/** Null until the engine has read the column. */
export function useTrial(subject: ConversionSubject, conversion: Conversion | null): ColumnTrial | null {
  const given = JSON.stringify(conversion)
  const [rested, setRested] = useState(given)
  useEffect(() => {
    const timer = setTimeout(() => setRested(given), restMs)
    return () => clearTimeout(timer)
  }, [given])
  const trial = useQuery({
    ...api.mapping.tryColumn.queryOptions({
      input: {
        ...subject.at,
        column: subject.column,
        field: subject.field.path,
        conversion: JSON.parse(rested) as Conversion | null,
      },
    }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 30_000,
  })
  return trial.data ?? null
}

export function WholeColumn(props: {
  readonly subject: ConversionSubject
  readonly conversion: Conversion | null
  /** Nothing can be said of a conversion that is not complete. */
  readonly isFaulty: boolean
  readonly title: string
}): ReactNode {
  const trial = useTrial(props.subject, props.conversion)
  if (trial === null || props.isFaulty) return <p className="text-xs text-faint">…</p>
  const missed = trial.cells - trial.read
  return (
    <section aria-label={props.title} className="grid gap-1 text-xs">
      <GroupLabel>{props.title}</GroupLabel>
      <p role="status" className={missed > 0 ? 'text-warn' : 'text-soft'}>
        {words.columnReads({ read: trial.read, cells: trial.cells, missed })}
        {trial.several > 0 && ` ${words.columnSeveral({ n: trial.several })}`}
      </p>
      {trial.rest.length > 0 && (
        <ul
          tabIndex={0}
          aria-label={words.columnRest}
          className="grid max-h-48 gap-0.5 overflow-y-auto rounded-md border border-line px-2 py-1"
        >
          {trial.rest.map(({ text, cells, row, message }) => (
            <li key={text} className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate" title={`${text}: ${sentenceOf(message)}`}>
                {text}
              </span>
              <span className="shrink-0 text-faint">{words.columnRestRows({ n: cells, row })}</span>
            </li>
          ))}
          {trial.more > 0 && <li className="text-faint">{words.columnRestMore({ n: trial.more })}</li>}
        </ul>
      )}
    </section>
  )
}
