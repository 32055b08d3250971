// Small writer of OLE compound files (MS-CFB): each stream in its own sectors, small ones padded so that none needs
// the mini sector table.

const end = 0xfffffffe
const free = 0xffffffff

export function makeCompound(streams: Readonly<Record<string, Uint8Array>>): Buffer {
  const table: number[] = []
  const sectors: Buffer[] = []
  const store = (bytes: Uint8Array): number => {
    const start = sectors.length
    const count = Math.ceil(bytes.length / 512)
    for (let at = 0; at < count; at += 1) {
      const sector = Buffer.alloc(512)
      sector.set(bytes.subarray(at * 512, at * 512 + 512))
      sectors.push(sector)
      table.push(at === count - 1 ? end : start + at + 1)
    }
    return start
  }
  const entries = [entry('Root Entry', 5, end, 0)]
  for (const [name, content] of Object.entries(streams)) {
    const bytes = Buffer.concat([content, Buffer.alloc(Math.max(0, 4096 - content.length))])
    entries.push(entry(name, 2, store(bytes), bytes.length))
  }
  while (entries.length % 4 !== 0) entries.push(Buffer.alloc(128))
  const directory = store(Buffer.concat(entries))
  const places = sectors.length
  const allocation = Buffer.alloc(512 * Math.ceil((table.length + 2) / 128))
  const words = [...table, ...Array<number>(allocation.length / 512).fill(0xfffffffd)]
  for (let at = 0; at < allocation.length / 4; at += 1) allocation.writeUInt32LE(words[at] ?? free, at * 4)
  const header = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(allocation.length / 512, 44)
  header.writeUInt32LE(directory, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(end, 60)
  header.writeUInt32LE(end, 68)
  for (let at = 0; at < 109; at += 1)
    header.writeUInt32LE(at < allocation.length / 512 ? places + at : free, 76 + at * 4)
  return Buffer.concat([header, ...sectors, allocation])
}

function entry(name: string, type: number, start: number, size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE(name.length * 2 + 2, 64)
  bytes[66] = type
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}
