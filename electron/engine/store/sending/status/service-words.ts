// The service's statuses of a batch: how many accounts have each, and the account that is longest in its state. The
// counts use an index alone.
import type { Database, Statement } from 'better-sqlite3'
import { bindOperations } from '../../operations.ts'
import { isAged } from './stuck.ts'

export function createServiceWords(database: Database) {
  return bindOperations(prepareServiceWords(database), { serviceWords: countServiceWords })
}

type ServiceWordStatements = ReturnType<typeof prepareServiceWords>

function prepareServiceWords(database: Database) {
  const wordsOf = (state: 'unconfirmed' | 'processing'): Statement =>
    database.prepare(
      `SELECT service_status AS word, count(*) AS accounts, min(since) AS since FROM account
       WHERE batch_id = ? AND ${isAged} AND state = '${state}' GROUP BY service_status`,
    )
  const selectWords = { unconfirmed: wordsOf('unconfirmed'), processing: wordsOf('processing') }
  const selectDoneWords = database.prepare(
    `SELECT service_status AS word, count(*) AS accounts FROM account
     WHERE batch_id = ? AND state = 'done' GROUP BY service_status`,
  )
  const selectLongest = database
    .prepare(
      `SELECT id FROM account WHERE batch_id = @batch AND ${isAged} AND state = @state AND service_status IS @word
         AND since = @since ORDER BY id LIMIT 1`,
    )
    .pluck()
  return { selectWords, selectDoneWords, selectLongest }
}

/** The service's statuses, most frequent first, and the account on its way that is longest in its state. */
function countServiceWords(
  statements: ServiceWordStatements,
  batch: number,
): {
  words: { word: string | null; accounts: number }[]
  longest: number | null
} {
  type WordCount = { word: string | null; accounts: number; since?: number | null }
  const onItsWay = (['unconfirmed', 'processing'] as const).flatMap((state) =>
    (statements.selectWords[state].all(batch) as WordCount[]).map((count) => ({ ...count, state })),
  )
  const all = [...onItsWay, ...(statements.selectDoneWords.all(batch) as WordCount[])]
  const words = [...Map.groupBy(all, ({ word }) => word)].map(([word, some]) => ({
    word,
    accounts: some.reduce((sum, { accounts }) => sum + accounts, 0),
  }))
  words.sort((a, b) => b.accounts - a.accounts || ((a.word ?? '') < (b.word ?? '') ? -1 : 1))
  const aged = onItsWay.filter(({ since }) => since !== null)
  const [first] = aged.sort((left, right) => (left.since ?? 0) - (right.since ?? 0))
  if (first === undefined) return { words, longest: null }
  const { state, word, since } = first
  return {
    words,
    longest: (statements.selectLongest.get({ batch, state, word, since }) as number | undefined) ?? null,
  }
}
