import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type PngPart, readPng } from './read-png.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function partsOf(bytes: Buffer, size: number): Promise<PngPart[]> {
  const parts: PngPart[] = []
  for await (const part of readPng(inPieces(bytes, size))) parts.push(part)
  return parts
}

const rowsOf = (parts: PngPart[]) =>
  Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data))

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
const png = await sharp({
  create: { width: 90, height: 70, channels: 3, background: '#000', noise },
})
  .png()
  .toBuffer()

test.each([1, 7, 4096])('the same rows come from pieces of %i bytes', async (size) => {
  const [whole, pieces] = [await partsOf(png, png.length), await partsOf(png, size)]
  expect(rowsOf(pieces).equals(rowsOf(whole))).toBe(true)
  expect(pieces[0]).toEqual(whole[0])
  expect(whole[0]?.data.readUInt32BE(0)).toBe(90)
})

test('a file that is cut or is no PNG is a fault', async () => {
  await expect(partsOf(png.subarray(0, png.length - 20), 512)).rejects.toThrow('ends early')
  await expect(partsOf(Buffer.from('GIF89a, surely'), 3)).rejects.toThrow('is no PNG')
})
