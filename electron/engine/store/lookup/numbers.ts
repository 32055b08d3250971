// Growing list of whole numbers at four bytes each, because a sheet may have a million rows.

export type Numbers = ReturnType<typeof createNumbers>

export function createNumbers(first: readonly number[] = []) {
  let room = new Int32Array(Math.max(1024, first.length))
  let count = 0
  function reserve(more: number): void {
    if (count + more <= room.length) return
    const wider = new Int32Array(Math.max(room.length * 2, count + more))
    wider.set(room.subarray(0, count))
    room = wider
  }
  function add(numbers: ArrayLike<number>): void {
    reserve(numbers.length)
    room.set(numbers, count)
    count += numbers.length
  }
  add(first)
  return {
    add,
    push(number: number): void {
      reserve(1)
      room[count] = number
      count += 1
    },
    count: (): number => count,
    /** Without a copy: valid until something is added. */
    view: (): Int32Array => room.subarray(0, count),
    all: (): Int32Array => room.slice(0, count),
    /** In ascending order, each once. */
    sorted(): Int32Array {
      const all = room.slice(0, count).sort()
      let kept = 0
      for (const [at, number] of all.entries()) {
        if (at > 0 && all[kept - 1] === number) continue
        all[kept] = number
        kept += 1
      }
      return all.slice(0, kept)
    },
  }
}
