// Words of the effect of leaving a check to the service.
import type { OverrulingReach } from '../../../../shared/contract/fixing/overrulings.ts'
import { overrulingFixTexts as words } from '../../../texts/fix/decisions/overruling.ts'

/** Effect of a decision beyond its accounts here, in sentences; null if there is none. */
export function reachWords({ elsewhere, stay }: OverrulingReach): string | null {
  const said = [
    ...(elsewhere === 0 ? [] : [words.elsewhere({ n: elsewhere })]),
    ...(stay === 0 ? [] : [words.stay({ n: stay })]),
  ]
  return said.length === 0 ? null : said.join(' ')
}
