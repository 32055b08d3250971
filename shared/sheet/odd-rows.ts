// Recognises rows of a sheet that are not customers: totals, notes, section titles, separator lines, repeated
// headers. A row must have both a telltale text and fewer filled cells than the sheet's usual row: a customer named
// "Total Energy Ltd" or "Sum Ting" fills a row like any other. This module leaves no row out: the user decides.
// Pure, and cheap for a usual row, because it runs for each of a million.
//
// The rules, first that holds:
//   header     every filled cell says what the header says above it, two cells or more, and half of the header at least
//   separator  every filled cell is a line of signs (----, ====, ****)
//   total      the first filled cell says nothing but a word for a total ("Total", "Grand total:", "Zwischensumme",
//              "Total (12)"), and all other filled cells are numbers or counts ("5 accounts"), or more than a quarter
//              of the usual cells is missing; or it begins or ends with such a word ("Total North", "North total"), is no company, every
//              other filled cell is a number, and half of the usual cells is missing
//   note       one filled cell among the first three that begins as notes do (*, †, Note:, Source:, Printed …), or is a
//              sentence of six words or more where rows usually hold three cells or more
//   section    one filled cell among the first two, of few words and no code, where rows usually hold three cells or
//              more
import { type Message, message } from '../texts/create-message.ts'

export const oddKinds = ['total', 'note', 'header', 'section', 'separator'] as const
export type OddKind = (typeof oddKinds)[number]

/** The user's decision about such a row: left out of the accounts, or a customer after all. */
export const oddChoices = ['left_out', 'customer'] as const
export type OddChoice = (typeof oddChoices)[number]

/** What is said of a row that was left out, in the grid and in the report. */
export function leftOut(kind: OddKind): Message {
  return message('sheet.left_out', { kind })
}

/** Codes of the rows that were left out, as shown on rows without an account. */
export const leftOutCode = 'row_left_out'

/** The problem of an account that was built from such a row. */
export function oddRowProblem(kind: OddKind): { readonly code: string; readonly message: Message } {
  return { code: `looks_like_${kind}`, message: message('sheet.looks_odd', { kind }) }
}

/** Words for a total on their own; compared without case, with accents. */
const totalWords = [
  'total|totals|subtotal|subtotals|sub total|sub totals|sub-total|sub-totals|grand total|grand totals|overall total|sum',
  'sums|sum total|running total|report total|batch total|page total|total sum|total amount|total records|total rows',
  'total accounts|total customers|number of records|number of accounts|record count|row count|count|average|mean',
  'carried forward|brought forward|balance carried forward|balance brought forward|c/f|b/f',
  'summe|summen|zwischensumme|gesamtsumme|endsumme|gesamt|gesamtbetrag|insgesamt|übertrag|anzahl',
  'total général|total general|sous-total|sous total|somme|totaux|ensemble',
  'totaal|subtotaal|eindtotaal|som|totale|totali|subtotale|totale generale|somma|suma|suma total|total geral|soma',
  'razem|łącznie|ogółem|suma częściowa|celkem|součet|mezisoučet|spolu|súčet|összesen|végösszeg|részösszeg|ukupno|skupaj',
  'summa|delsumma|totalt|sammanlagt|i alt|ialt|samlet|sum i alt|yhteensä|välisumma|kokku|kopā|iš viso|viso',
  'total parțial|total parcial|toplam|genel toplam|ara toplam|σύνολο|μερικό σύνολο|γενικό σύνολο',
  'итого|всего|итог|сумма|общо|всичко|разом|усього|підсумок|сума|укупно',
  '合計|小計|総計|总计|合计|小计|總計|합계|총계|소계|סהכ|סה"כ|סה״כ|المجموع|الإجمالي|إجمالي|مجموع|कुल|योग|รวม|tổng|tổng cộng|jumlah',
]
  .join('|')
  .split('|')
const escaped = totalWords
  .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  .toSorted((a, b) => b.length - a.length)
/** `Total`, `** TOTAL **`, `Total:`, `Total (12)`, `Total 12 accounts`, `TOTAL GBP`. */
const wholeTotal = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${escaped.join('|')})(?![\\p{L}\\p{M}])[\\s:=.\\-–—*]*(?:\\(?\\s*[\\d.,]+\\s*\\)?(?:\\s+\\p{L}+)?|\\(?(?:GBP|EUR|USD|£|€|\\$)\\)?)?[\\s:=.*\\-–—)]*$`,
  'iu',
)
/** Words that begin or end the name of a total; the others also begin names (Somme Street, Sum Ting). */
const partWords =
  'total|totals|subtotal|subtotals|sub-total|totaal|totale|totali|totaux|totalt|gesamt|gesamtsumme|zwischensumme|summe|toplam|razem|celkem|összesen|итого|всего|разом|yhteensä|σύνολο'
const totalAtAnEnd = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${partWords})(?![\\p{L}\\p{M}\\p{N}])|(?<![\\p{L}\\p{M}\\p{N}])(?:${partWords})[\\s:=.*]*$`,
  'iu',
)
/** Company suffixes, which turn a word for a total into a name. */
const company =
  /(?<![\p{L}])(?:ltd|limited|plc|llp|lp|inc|llc|corp|corporation|co|company|gmbh|ag|kg|ohg|ug|e\.?v|s\.?a|s\.?a\.?r\.?l|sas|s\.?l|s\.?p\.?a|s\.?r\.?l|b\.?v|n\.?v|oy|ab|as|aps|a\/s|kft|zrt|sp\.? z o\.?o|s\.?r\.?o|d\.?o\.?o|ooo|ооо|group|energy|energies|gas|oil|power|services|solutions|fitness|mr|mrs|ms|miss|dr|herr|frau)\.?(?![\p{L}])/iu

const noteStart =
  /^(?:\*(?!\*)|\*{2,}\s*[\p{L}\p{N}]|[†‡§¹²³]|\(\*\)|(?:note|notes|nb|n\.b\.|source|sources|remark|remarks|comment|disclaimer|legend|key to|hinweis|anmerkung|anmerkungen|bemerkung|quelle|fußnote|erläuterung|remarque|nota|note de|fuente|fonte|opmerking|bron|uwaga|źródło|poznámka|megjegyzés|anmärkning|källa|huom|примечание|источник|注|备注)\s*[:.\-–—)\d]|(?:note that|please note|bitte beachten|generated (?:on|by|at)|printed (?:on|by|at)|exported (?:on|by|at|from)|report (?:run|generated|created|date)|end of (?:report|file|list|data|extract)|created (?:on|by)|extracted (?:on|from|at)|as at \d|as of \d|stand:|erstellt am|gedruckt am|ende der liste|fin du rapport|page \d+(?: of \d+)?$|seite \d+|confidential|strictly confidential|vertraulich|\(?continued))/iu

const signsOnly = /^(?:[-–—_=*#~.•·+|\s]{2,})$/u
const numberLike =
  /^[\s(+\-−]*(?:\p{Sc}|[A-Z]{3}\s)?\s*[+\-−]?\d[\d.,'’\s]*(?:[/:]\d+)*\s*(?:%|\p{Sc}|[A-Z]{3})?\s*\)?-?$|^[-–—]$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$|^#(?:REF|DIV\/0|VALUE|N\/A|NAME\?|NUM)!?$/u

/** `5 accounts`, `12 rows`. */
const countLike = /^\d[\d.,]*\s+\p{L}+$/u

/** Facts about the sheet, for examining one of its rows. */
export type SheetHabits = {
  /** The header's cells, as they are. */
  readonly header: readonly string[]
  /**
   * Filled cells of the usual row: the median of the rows so far that hold two or more; else 1, or 0 without rows.
   */
  readonly usual: number
}

/** The kind of row that this one looks like; null for a data row. */
export function oddKindOf(cells: readonly string[], { header, usual }: SheetHabits): OddKind | null {
  let first = -1
  let filled = 0
  for (let at = 0; at < cells.length; at += 1) {
    if ((cells[at] ?? '').trim() === '') continue
    filled += 1
    if (first === -1) first = at
  }
  if (first === -1) return null
  const text = (cells[first] ?? '').trim()
  if (isHeader(cells, header, first, filled)) return 'header'
  if (signsOnly.test(text) && everyOther(cells, first, (other) => signsOnly.test(other))) return 'separator'
  if (text.length <= 80 && isTotal(cells, text, { first, filled, usual })) return 'total'
  if (filled !== 1 || first > 2 || usual < 2) return null
  if (noteStart.test(text) || (usual >= 3 && isProse(text))) return 'note'
  return usual >= 3 && first <= 1 && isTitle(text) ? 'section' : null
}

function isHeader(
  cells: readonly string[],
  header: readonly string[],
  first: number,
  filled: number,
): boolean {
  if (filled < 2 || !sameWords(cells[first] ?? '', header[first] ?? '')) return false
  const named = header.filter((name) => name.trim() !== '').length
  return (
    filled * 2 >= named && cells.every((cell, at) => cell.trim() === '' || sameWords(cell, header[at] ?? ''))
  )
}

function sameWords(one: string, other: string): boolean {
  if (one === other) return true
  if (one.charAt(0) !== ' ' && one.charAt(0).toLowerCase() !== other.trim().charAt(0).toLowerCase())
    return false
  const fold = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLowerCase()
  return fold(one) === fold(other)
}

function isTotal(
  cells: readonly string[],
  text: string,
  { first, filled, usual }: { readonly first: number; readonly filled: number; readonly usual: number },
): boolean {
  const isSparse = filled * 4 < usual * 3
  // Fast path: the second cell of a customer's row is not a number, so most rows end here.
  const counts = everyOther(cells, first, (other) => numberLike.test(other) || countLike.test(other))
  if (!isSparse && !(counts && filled > 1)) return false
  if (wholeTotal.test(text)) return isSparse || counts
  const numbers = counts && everyOther(cells, first, (other) => numberLike.test(other))
  return numbers && filled > 1 && filled * 2 <= usual && totalAtAnEnd.test(text) && !company.test(text)
}

/** Whether the test holds for all filled cells after the given one. */
function everyOther(cells: readonly string[], first: number, is: (text: string) => boolean): boolean {
  for (let at = first + 1; at < cells.length; at += 1) {
    const text = (cells[at] ?? '').trim()
    if (text !== '' && !is(text)) return false
  }
  return true
}

function isProse(text: string): boolean {
  return text.length >= 25 && text.split(/\s+/u).length >= 6
}

/** Some words that begin with a letter; not a code (`NQ-0000173`), a number or an e-mail address. */
function isTitle(text: string): boolean {
  const words = text.split(/\s+/u)
  if (!/^[\p{L}([]/u.test(text) || text.includes('@') || words.length > 8 || text.length > 60) return false
  return words.length > 1 || !/[\p{N}_/]/u.test(text)
}

/** Counts the filled cells of rows and returns the usual number (`SheetHabits.usual`). */
export function createFillCount(): {
  readonly add: (cells: readonly string[]) => void
  readonly usual: () => number
} {
  const counts: number[] = []
  let wide = 0
  return {
    add(cells) {
      let filled = 0
      for (let at = 0; at < cells.length; at += 1) if (cells[at] !== '') filled += 1
      counts[filled] = (counts[filled] ?? 0) + 1
      if (filled > 1) wide += 1
    },
    usual() {
      let seen = 0
      for (let filled = 2; filled < counts.length; filled += 1) {
        seen += counts[filled] ?? 0
        if (wide > 0 && seen * 2 >= wide) return filled
      }
      return counts.length > 1 ? 1 : 0
    },
  }
}
