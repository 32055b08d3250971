// Counts the evidence against a repair of a value: cells with the same text that nobody repaired.
import type { RepairRows } from '../../store/fixing/repair-rows.ts'
import type { RepairSource } from './recall-job.ts'
import type { Remembered, SeenText } from './remembered.ts'

/**
 * Number of cells with one of these texts that were left unedited, over the batches in which it was repaired: the
 * cells with that original text minus the edited ones.
 */
export function countStayed(
  rows: RepairRows,
  sources: readonly RepairSource[],
  memory: Remembered,
  wanted: readonly { readonly feeds: string; readonly text: SeenText }[],
): Map<SeenText, number> {
  const stayed = new Map(
    wanted.map(({ text }) => [text, [...text.stayed.values()].reduce((sum, count) => sum + count, 0)]),
  )
  const byFeeds = Map.groupBy(wanted, ({ feeds }) => feeds)
  for (const source of sources) {
    const origin = memory.origins.findIndex(({ batch }) => batch === source.batch)
    const repaired = new Map(
      [...byFeeds].map(([feeds, all]) => {
        const here = all.filter(({ text }) => text.edited.has(origin))
        return [feeds, new Map(here.map(({ text }) => [text.before, text]))]
      }),
    )
    for (const texts of repaired.values())
      for (const text of texts.values())
        stayed.set(text, (stayed.get(text) ?? 0) - (text.edited.get(origin) ?? 0))
    for (const [sheet, columns] of Map.groupBy(source.columns, (column) => column.sheet)) {
      const looked = columns.flatMap(({ col, feeds }) => {
        const texts = repaired.get(feeds)
        return texts === undefined || texts.size === 0 ? [] : [{ col, texts }]
      })
      if (looked.length === 0) continue
      for (const [, json] of rows.rows(source.batch, sheet)) {
        const cells = JSON.parse(json) as readonly string[]
        for (const { col, texts } of looked) {
          const text = texts.get(cells[col] ?? '')
          if (text !== undefined) stayed.set(text, (stayed.get(text) ?? 0) + 1)
        }
      }
    }
  }
  return stayed
}
