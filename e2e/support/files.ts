import { crc32, deflateSync } from 'node:zlib'
import type { File } from './caller.ts'

/** A picture of one colour with a darker half, so that crops and rotations can be told apart. */
export function makePng(width: number, height: number): File {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows.set(x < width / 2 ? [30, 90, 160] : [240, 190, 80], y * (1 + width * 3) + 1 + x * 3)
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.of())]
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const name = `${width}x${height}.png`
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...chunks]) }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** One second of silence, 8 kHz, mono, 16 bit. */
export function makeWav(): File {
  const bytes = 16_000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  const buffer = Buffer.concat([head, Buffer.alloc(bytes)])
  return { name: 'silence.wav', mimeType: 'audio/wav', buffer }
}
