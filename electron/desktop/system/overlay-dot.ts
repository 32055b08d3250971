// Draws the mark on the taskbar icon: a filled disc, so that no picture has to ship for it.

const red = { blue: 0x2f, green: 0x3b, red: 0xd9 }

/** A bitmap of `size` × `size` pixels, four bytes each (blue, green, red, alpha), with smooth edges. */
export function dot(size: number): Buffer {
  const bitmap = Buffer.alloc(size * size * 4)
  const middle = (size - 1) / 2
  for (let at = 0; at < size * size; at += 1) {
    const away = Math.hypot((at % size) - middle, Math.floor(at / size) - middle)
    const cover = Math.min(1, Math.max(0, size / 2 - away))
    bitmap.set(
      [red.blue, red.green, red.red].map((one) => Math.round(one * cover)),
      at * 4,
    )
    bitmap[at * 4 + 3] = Math.round(255 * cover)
  }
  return bitmap
}
