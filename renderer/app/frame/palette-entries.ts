// What the command palette offers besides acts: pages and steps, batches, accounts, and the problems of the open batch,
// each with the address that it leads to.
import { useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { AccountLine } from '../../../shared/contract/views.ts'
import { nextStep } from '../../accounts/batch-parts.ts'
import { texts } from '../../texts/common.ts'
import { api } from '../engine.ts'
import { hrefOf, hrefOfStep, steps } from '../route.ts'
import { usePrivacy } from '../../accounts/privacy/use-privacy.ts'
import { type Act, replaceKeys } from './palette-acts.ts'

export type Entry =
  | {
      readonly kind: 'account'
      readonly id: string
      readonly words: string
      readonly href: string
      readonly account: AccountLine
    }
  | {
      readonly kind: 'batch' | 'go'
      readonly id: string
      readonly words: string
      readonly href: string
      readonly hint: string
      /** Other words by which it is found. */
      readonly also?: string
      readonly keys?: string
      /** It leads to a problem, whose cell takes the focus. */
      readonly takesFocus?: true
    }
  | Act

/** The pages, and the steps of the open batch. */
export function placeEntries(batch: BatchView | null): Entry[] {
  return batch === null ? pageEntries() : [...stepEntries(batch), ...pageEntries()]
}

function pageEntries(): Entry[] {
  const { palette, frame, rail } = texts
  const { also } = palette
  const connect = (connection: 'new' | 'catalogues' | null): string => hrefOf({ page: 'connect', connection })
  const page = (id: string, words: string, href: string, others: string, keys?: string): Entry => ({
    kind: 'go',
    id,
    words,
    href,
    hint: '',
    also: others,
    ...(keys === undefined ? {} : { keys }),
  })
  return [
    page('home', frame.home, hrefOf({ page: 'home' }), also.home, 'alt+0'),
    page('connect', frame.connect, connect(null), also.connect),
    page('new', palette.newConnection, connect('new'), also.newConnection),
    page('catalogues', rail.catalogues, connect('catalogues'), also.catalogues),
    page('team', rail.team, hrefOf({ page: 'team' }), also.team),
    page('compare', palette.compare, hrefOf({ page: 'compare', params: {} }), also.compare),
    page('audit', rail.audit, hrefOf({ page: 'audit' }), also.audit),
  ]
}

function stepEntries(batch: BatchView): Entry[] {
  const { also } = texts.palette
  const own = steps.map(
    (step, at): Entry => ({
      kind: 'go',
      id: step,
      words: texts.steps[step],
      href: hrefOfStep(batch.id, step),
      hint: texts.stepPurpose[step],
      also: also[step],
      keys: `alt+${at + 1}`,
    }),
  )
  if (batch.stage !== 'open') return own
  const replace: Entry = {
    kind: 'go',
    id: 'replace',
    words: texts.palette.replace,
    href: hrefOfStep(batch.id, 'fix', { tool: 'replace' }),
    hint: texts.stepPurpose.fix,
    also: also.replace,
    keys: replaceKeys,
    takesFocus: true,
  }
  return [...own, replace]
}

function accountHref(account: AccountLine): string {
  const sent = ['queued', 'sending', 'unconfirmed', 'processing', 'done'].includes(account.state)
  return hrefOfStep(account.batch, sent ? 'watch' : 'fix', { account: String(account.id) })
}

export function accountEntry(account: AccountLine): Entry {
  return {
    kind: 'account',
    id: `account ${account.id}`,
    words: account.key,
    href: accountHref(account),
    account,
  }
}

/** Shows or hides the sensitive values of the open batch; none where no column fills a sensitive field. */
export function usePrivacyEntries(batch: BatchView | null): Act[] {
  const { fields, shownUntil, toggle } = usePrivacy(batch?.id ?? null)
  if (fields.length === 0) return []
  const { palette } = texts
  const words = typeof shownUntil === 'number' ? palette.hideSensitive : palette.showSensitive
  return [{ kind: 'act', id: 'act sensitive', words, also: palette.also.sensitive, run: toggle }]
}

/** The causes of the open batch's problems, each as a way to its rows. */
export function useProblemEntries(batch: BatchView | null): Entry[] {
  const groups = useQuery({
    ...api.problems.groups.queryOptions({ input: { batch: batch?.id ?? 1, soon: true } }),
    enabled: batch !== null && batch.stage === 'open',
  })
  // Their words are loaded with the steps: Home does without them.
  const words = useQuery({
    queryKey: ['cause words'],
    queryFn: async () => {
      const { causeWords } = await import('../../accounts/cause-words.ts')
      return { causeWords }
    },
    enabled: batch !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  if (batch === null || words === undefined) return []
  return (groups.data?.groups ?? []).map(
    (group): Entry => ({
      kind: 'go',
      id: `problem ${JSON.stringify([group.code, group.source, group.field, group.sheet, group.column])}`,
      words: words.causeWords(group),
      href: hrefOfStep(batch.id, 'fix', {
        code: group.code ?? '',
        field: group.field ?? '',
        ...(group.column === null ? {} : { column: String(group.column) }),
        ...(group.sheet === null ? {} : { sheet: String(group.sheet) }),
      }),
      hint: texts.palette.accountsOf({ n: group.accounts }),
      takesFocus: true,
    }),
  )
}

/** Batches of the same file have the same name: the step where each goes on tells them apart. */
export function batchEntry(batch: BatchView): Entry {
  const step = nextStep(batch)
  const fileName = batch.fileName === batch.name ? [] : [batch.fileName]
  return {
    kind: 'batch',
    id: `batch ${batch.id}`,
    words: batch.name,
    href: hrefOfStep(batch.id, step),
    hint: [texts.steps[step], ...fileName].join(' · '),
  }
}
