// How much of a limit was used in any ten seconds.

export type Used = { readonly least: number; readonly most: number }

/**
 * The least and the most requests in ten seconds that lie between two times, as shares of what the limit allows; looked at
 * every hundredth of a second.
 * @param times when each request was made, ascending, in milliseconds
 * @param rate requests a second
 */
export function usedInTenSeconds(times: readonly number[], rate: number, from: number, to: number): Used {
  let [first, after] = [0, 0]
  const used = { least: Number.POSITIVE_INFINITY, most: 0 }
  for (let begin = from; begin + 10_000 <= to; begin += 10) {
    while ((times[first] ?? Number.POSITIVE_INFINITY) < begin) first += 1
    while ((times[after] ?? Number.POSITIVE_INFINITY) < begin + 10_000) after += 1
    const part = (after - first) / (rate * 10)
    used.least = Math.min(used.least, part)
    used.most = Math.max(used.most, part)
  }
  return used
}
