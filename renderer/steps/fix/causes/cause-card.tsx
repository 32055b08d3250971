// Card of one cause: its accounts, how its values look, its share of the accounts to fix as a bar, and the fix that
// helps most with what it does, already counted. The chosen card has that fix as a button, and others beside it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { ProblemGroup, SheetView } from '../../../../shared/contract/views.ts'
import { toFix } from '../../../../shared/status/counts.ts'
import { madeVisible } from '../../../accounts/change-preview/text-change.ts'
import { api } from '../../../app/engine.ts'
import { setParams } from '../../../app/route.ts'
import { Button } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { causesTexts } from '../../../texts/fix/causes.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { format } from '../../../texts/format.ts'
import { causeWords } from '../../../accounts/cause-words.ts'
import { noteOf, wordsOf } from '../bulk/fix-words.ts'
import { noFacts } from '../bulk/fix-for-cause.ts'
import type { FactsOf } from '../bulk/use-column-facts.ts'
import { paramsOfCause } from '../fix-view.ts'
import { sentenceAtCell } from '../problem-sentence.ts'
import type { Cure } from './cause-cures.ts'
import { type CauseAboutProps, causeOf } from './cause-parts.ts'
import { cureWords, gainWords, sampleWords, shortCureWords } from './cure-words.ts'
import { isOfService, isSampled, scopeOfCause, useCures } from './use-cures.ts'

type CardProps = {
  readonly batch: BatchView
  readonly group: ProblemGroup
  readonly sheet: SheetView | undefined
  readonly chosen: boolean
  readonly factsOf: FactsOf
  readonly onPress: () => void
}

export function CauseCard(props: CardProps): ReactNode {
  const { batch, group, chosen } = props
  const { accounts } = group
  return (
    <button
      type="button"
      data-cause-step
      aria-pressed={chosen}
      onClick={() => {
        setParams(paramsOfCause(chosen ? null : group))
        props.onPress()
      }}
      title={hintOf(props)}
      className={cx(
        // The ring lies inside: what follows a chosen card would cover its lower edge.
        'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 px-2 py-2 text-left transition-colors duration-100 focus-visible:-outline-offset-2',
        chosen ? 'rounded-t-md bg-sel' : 'mb-0.5 rounded-md hover:bg-hover',
      )}
    >
      <span className="leading-[18px] font-medium text-pretty wrap-break-word">{causeWords(group)}</span>
      <span
        className={cx(
          'text-right leading-[18px] font-semibold',
          isOfService(group) ? 'text-warn' : 'text-bad',
        )}
      >
        {format.number(accounts)}
        <span className="sr-only"> {causesTexts.accountsWord({ n: accounts })}</span>
      </span>
      <Place {...props} />
      <Evidence {...props} />
      <Share accounts={accounts} of={Math.max(toFix(batch), accounts)} isService={isOfService(group)} />
      {!chosen && <BestCure {...props} />}
    </button>
  )
}

/** Place, code and counts: for those who want them. */
function hintOf({ group, sheet }: CardProps): string {
  const { problems, accounts, alone } = group
  const column = group.column === null ? undefined : sheet?.info.columns[group.column]?.name
  const places = [
    ...(isOfService(group) ? [fixTexts.byService] : []),
    column ?? fixTexts.noCell,
    group.code ?? fixTexts.noCode,
    ...(group.field === null ? [] : [group.field]),
  ]
  return [
    places.join(' · '),
    fixTexts.problemsIn({ problems, accounts }),
    alone === 0 ? causesTexts.freesNoneHint({ all: accounts }) : causesTexts.freesHint({ accounts: alone }),
    sentenceAtCell(group.message),
  ].join('\n')
}

/** The column, and that the service named the problem where it did. */
function Place({ group, sheet }: CardProps): ReactNode {
  const column = sheet?.info.columns.find(({ index }) => index === group.column)?.name
  const parts = [
    ...(column === undefined ? [] : [column]),
    ...(isOfService(group) ? [fixTexts.byService] : []),
  ]
  if (parts.length === 0) return null
  return <span className="col-span-2 truncate text-2xs text-soft">{parts.join(' · ')}</span>
}

const samplesShown = 3

/** A few of the values, as the cells write them. */
function Evidence({ batch, group, chosen }: CardProps): ReactNode {
  const { code, source, field, sheet, column } = group
  const shapes = useQuery({
    ...api.problems.shapes.queryOptions({ input: { batch: batch.id, code, source, field, sheet, column } }),
    enabled: column !== null && code !== 'duplicate_account',
  })
  if (column === null || code === 'duplicate_account') return null
  const samples = new Set((shapes.data ?? []).flatMap((shape) => shape.samples))
  return (
    // Its line is there before the values are, so that nothing moves under the pointer.
    // A value that does not fit wraps to a line that is not shown, so that none is cut.
    <span className="col-span-2 flex h-[18px] min-w-0 flex-wrap gap-1 overflow-hidden">
      {[...samples].slice(0, samplesShown).map((text) => (
        <span
          key={text}
          className={cx(
            'max-w-full shrink-0 truncate rounded px-1.5 text-2xs leading-[18px]',
            text.trim() === '' ? 'border border-dashed border-edge text-soft' : 'text-text',
            text.trim() !== '' && (chosen ? 'bg-raised' : 'bg-line/60'),
          )}
        >
          {text.trim() === '' ? causesTexts.emptySample : madeVisible(text)}
        </span>
      ))}
    </span>
  )
}

function Share(props: {
  readonly accounts: number
  readonly of: number
  readonly isService: boolean
}): ReactNode {
  const percent = Math.max(2, (100 * props.accounts) / Math.max(1, props.of))
  return (
    <span aria-hidden className="col-span-2 h-[3px] overflow-hidden rounded-full bg-line">
      <span
        className={cx('block h-full rounded-full', props.isService ? 'bg-warn' : 'bg-bad')}
        style={{ width: `${percent}%` }}
      />
    </span>
  )
}

export function useCuresOf(
  { batch, group, sheet, factsOf }: Pick<CardProps, 'batch' | 'group' | 'sheet' | 'factsOf'>,
  chosen: boolean,
) {
  const { column } = group
  const facts = sheet === undefined || column === null ? noFacts : factsOf(sheet, column)
  return useCures({ batch, group, sheet, facts, chosen })
}

function hintOfCure(cure: Cure, { accounts }: ProblemGroup): string {
  const sample = sampleWords(cure, accounts)
  return sample === null ? cureWords(cure) : `${cureWords(cure)}\n${sample}`
}

function BestCure(props: CardProps): ReactNode {
  const { cures, isOld, isCounting } = useCuresOf(props, false)
  const best = cures?.[0]
  // Its lines are there while it is counted, so that nothing moves under the pointer.
  if (cures === undefined && !isCounting) return null
  const words = best !== undefined ? cureWords(best) : cures === undefined ? '' : causesTexts.noCure
  const isSample = isSampled(props.group)
  return (
    <span
      title={best === undefined ? words : hintOfCure(best, props.group)}
      className={cx(
        'col-span-2 text-xs leading-4',
        // What a sample says takes a line of its own.
        isSample ? 'flex h-8 flex-col' : 'line-clamp-2 min-h-4 text-pretty',
        isOld || best === undefined ? 'text-soft' : 'text-accent',
      )}
    >
      {best === undefined ? (
        words
      ) : !isSample ? (
        <CureText cure={best} />
      ) : (
        <>
          <span className="truncate">{shortCureWords(best)}</span>
          <span className="truncate">{gainWords(best, true)}</span>
        </>
      )}
    </span>
  )
}

/** A longer word may have to be broken. */
const mostWord = 18

/** What it brings stays in one line, and no line begins with the dot before it. */
function CureText({ cure }: { readonly cure: Cure }): ReactNode {
  const words = shortCureWords(cure)
  const end = words.lastIndexOf(' ') + 1
  const last = words.length - end > mostWord ? words.length : end
  return (
    <span>
      {words.slice(0, last)}
      <span className="whitespace-nowrap">{words.slice(last)} ·</span>{' '}
      <span data-gain className="whitespace-nowrap">
        {gainWords(cure, true)}
      </span>
    </span>
  )
}

/** The fixes of the chosen cause: the best one as a button that does it at once, and can be undone. */
export function CauseCures(props: CauseAboutProps): ReactNode {
  const { cures, isOld, isCounting } = useCuresOf(props, true)
  const { busy, cure } = useCureNow(props)
  const [best, ...others] = cures ?? []
  if (best === undefined && !isCounting) return null
  return (
    // Button and line are there before the counts are, so that nothing moves under the pointer.
    <div className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <Button
        tone="primary"
        className="h-auto! min-h-7 w-full px-1! py-1 text-pretty whitespace-normal!"
        busy={busy || best === undefined}
        disabled={isOld}
        title={best === undefined ? undefined : (sampleWords(best, props.group.accounts) ?? undefined)}
        onClick={() => best !== undefined && void cure(best)}
      >
        {best === undefined ? causesTexts.counting : <CureText cure={best} />}
      </Button>
      <ul aria-label={causesTexts.otherCures} className="flex min-h-5 min-w-0 flex-wrap gap-x-3">
        {others.slice(0, 2).map((one) => (
          <li key={JSON.stringify(one.fix)} className="min-w-0">
            <button
              type="button"
              disabled={busy || isOld}
              title={cureWords(one)}
              onClick={() => void cure(one)}
              className="w-full rounded text-left text-xs leading-5 font-medium text-accent enabled:hover:underline disabled:text-soft"
            >
              {shortCureWords(one)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Makes a cure as one edit. */
function useCureNow({ group, sheet, edits }: CauseAboutProps) {
  const [busy, setBusy] = useState(false)
  async function cure({ fix }: Cure): Promise<void> {
    const scope = scopeOfCause(group)
    if (scope === null || busy) return
    const nameOf = (column: number): string =>
      sheet?.info.columns.find(({ index }) => index === column)?.name ?? ''
    const words = wordsOf(fix, nameOf(group.column ?? 0), nameOf)
    setBusy(true)
    try {
      const { code, field } = causeOf(group)
      const made = await edits.fix({ fix, scope, words, cause: { code, field } })
      toast.done(noteOf(made), {
        label: bulkTexts.undo,
        run: () => void edits.undoIfNewest(made.edit),
      })
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, cure }
}
