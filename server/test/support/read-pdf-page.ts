import { crc32 } from 'node:zlib'
import { expect } from 'vitest'

export interface PdfPage {
  /** The page's sides in points. */
  points: number[]
  /** The page's picture as a PNG, for a reader of pictures. */
  picture: Buffer
  metadata: string
}

/** Reads a PDF of one picture by the file's own cross-reference table, as a PDF reader does. */
export function readPdfPage(pdf: Buffer): PdfPage {
  const text = pdf.toString('latin1')
  const from = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const table = /^xref\n0 (\d+)\n0{10} 65535 f \n((?:\d{10} 00000 n \n)+)trailer\n(.*)/s
  const [, size, lines = '', trailer = ''] = table.exec(text.slice(from)) ?? []
  const places = lines.match(/^\d{10}/gm)?.map(Number) ?? []
  expect(places.length + 1).toBe(Number(size))
  expect(trailer).toContain(`/Size ${size}`)
  for (const [at, place] of places.entries()) {
    expect(text.slice(place).startsWith(`${at + 1} 0 obj\n`)).toBe(true)
  }
  const objectOf = (name: number) => {
    const begin = places[name - 1] ?? 0
    return { begin, text: text.slice(begin, text.indexOf('endobj', begin)) }
  }
  const follow = (object: string, key: string) => {
    const [, name] = new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(object) ?? []
    return objectOf(Number(name))
  }
  const streamOf = ({ begin, text: object }: { begin: number; text: string }, length: number) => {
    const start = begin + object.indexOf('stream\n') + 'stream\n'.length
    expect(text.slice(start + length, start + length + 10)).toBe('\nendstream')
    return pdf.subarray(start, start + length)
  }
  const catalog = follow(trailer, 'Root')
  const page = follow(follow(catalog.text, 'Pages').text, 'Kids')
  const image = follow(page.text, 'Picture')
  const number = (object: string, key: string) =>
    Number(new RegExp(`/${key} (\\d+)`).exec(object)?.[1])
  const length = Number(/obj\n(\d+)\n/.exec(follow(image.text, 'Length').text)?.[1])
  expect(image.text).toContain('/Predictor 15')
  const metadata = follow(catalog.text, 'Metadata')
  return {
    points: (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page.text) ?? []).slice(1).map(Number),
    picture: asPng({
      width: number(image.text, 'Width'),
      height: number(image.text, 'Height'),
      isGrey: image.text.includes('/DeviceGray'),
      rows: streamOf(image, length),
    }),
    metadata: streamOf(metadata, number(metadata.text, 'Length')).toString(),
  }
}

function asPng(page: { width: number; height: number; isGrey: boolean; rows: Buffer }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(page.width, 0)
  head.writeUInt32BE(page.height, 4)
  head.set([8, page.isGrey ? 0 : 2], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', page.rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
