import { inflateRawSync } from 'node:zlib'

const CENTRAL = 0x02014b50

/** The files of a zip archive by name, read like an archiver from the central directory. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0) throw new Error('this is no zip archive')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  while (at < end && zip.readUInt32LE(at) === CENTRAL) {
    const method = zip.readUInt16LE(at + 10)
    const packed = zip.readUInt32LE(at + 20)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((from) =>
      zip.readUInt16LE(at + from),
    ) as [number, number, number]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + packed)
    files.set(name, method === 8 ? inflateRawSync(bytes) : bytes)
    at += 46 + nameLength + extraLength + commentLength
  }
  return files
}
