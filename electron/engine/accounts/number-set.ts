// Set of ids as a bitmap in blocks: a million ids take a few hundred kilobytes. Iterates in ascending order.

const blockBits = 16
const blockSize = 2 ** blockBits

export type NumberSet = {
  /** False if the id is already in the set. Whole numbers from 0. */
  add(id: number): boolean
  has(id: number): boolean
  readonly size: number
  [Symbol.iterator](): Iterator<number>
}

export function createNumberSet(): NumberSet {
  const blocks = new Map<number, Uint32Array>()
  let size = 0
  const at = (id: number): readonly [block: number, word: number, bit: number] => [
    Math.floor(id / blockSize),
    (id % blockSize) >>> 5,
    1 << (id & 31),
  ]
  return {
    get size() {
      return size
    },
    add(id) {
      const [number, word, bit] = at(id)
      const block = blocks.get(number) ?? new Uint32Array(blockSize / 32)
      blocks.set(number, block)
      const before = block[word] ?? 0
      if ((before & bit) !== 0) return false
      block[word] = before | bit
      size += 1
      return true
    },
    has(id) {
      const [number, word, bit] = at(id)
      return ((blocks.get(number)?.[word] ?? 0) & bit) !== 0
    },
    *[Symbol.iterator]() {
      for (const [number, block] of [...blocks].sort(([left], [right]) => left - right))
        for (const [word, bits] of block.entries())
          for (let bit = 0; bits >>> bit !== 0 && bit < 32; bit += 1)
            if (((bits >>> bit) & 1) === 1) yield number * blockSize + word * 32 + bit
    },
  }
}
