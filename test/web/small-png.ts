// Compresses a screenshot of the window to a small PNG of at most 256 colours, each pixel in the nearest of them.
import { crc32, deflateSync } from 'node:zlib'
import type { BrowserContext } from 'playwright'

const most = 256

/** The picture's pixels, four bytes each, decoded by the browser on a separate page. */
async function pixelsOf(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage()
  const text = await page.evaluate(
    async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      canvas?.drawImage(bitmap, 0, 0)
      const image = canvas?.getImageData(0, 0, bitmap.width, bitmap.height)
      const reader = new FileReader()
      reader.readAsDataURL(new Blob(image === undefined ? [] : [image.data]))
      await new Promise((resolve) => reader.addEventListener('load', resolve))
      return typeof reader.result === 'string' ? reader.result.replace(/^.*,/, '') : ''
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(text, 'base64')
}

const channels = [16, 8, 0] as const
function distance(one: number, other: number): number {
  return Math.max(...channels.map((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255))))
}

/** The palette index of each colour's substitute, as close as possible; frequent colours are kept exactly. */
function standIns(colours: readonly number[], reach = 0): { palette: number[]; places: Map<number, number> } {
  const palette: number[] = []
  const places = new Map<number, number>()
  for (const colour of colours) {
    const near = palette.findIndex((one) => distance(one, colour) <= reach)
    places.set(colour, near === -1 ? palette.push(colour) - 1 : near)
    if (palette.length > most) return standIns(colours, reach + 1)
  }
  return { palette, places }
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export async function smallPng(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const bytes = await pixelsOf(context, png)
  const pixels = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUIntBE(at * 4, 3))
  const counts = Map.groupBy(pixels, (colour) => colour)
  const byCount = [...counts]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([colour]) => colour)
  const { palette, places } = standIns(byCount)
  const width = png.readUInt32BE(16)
  const rows = pixels.flatMap((colour, at) => {
    const place = places.get(colour) ?? 0
    return at % width === 0 ? [0, place] : [place]
  })
  const head = Buffer.concat([png.subarray(16, 24), Buffer.from([8, 3, 0, 0, 0])])
  const table = Buffer.from(palette.flatMap((colour) => channels.map((shift) => (colour >> shift) & 255)))
  const picture = deflateSync(Buffer.from(rows), { level: 9 })
  const parts = [
    chunk('IHDR', head),
    chunk('PLTE', table),
    chunk('IDAT', picture),
    chunk('IEND', Buffer.of()),
  ]
  return Buffer.concat([png.subarray(0, 8), ...parts])
}
