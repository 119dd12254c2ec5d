import { inflateSync } from 'node:zlib'
import type { PngPart } from './read-png.ts'

/**
 * The beginning of a text chunk of a PNG that holds XMP: keyword, terminator and the method of
 * compression.
 */
const HEAD = Buffer.from('XML:com.adobe.xmp\0\0')
const MOST_BYTES = 65_536

/**
 * The XMP of a compressed text chunk, as the store writes it into pictures; undefined for every
 * other chunk.
 */
export function findXmp({ type, data }: PngPart): Buffer | undefined {
  if (type !== 'zTXt' || !data.subarray(0, HEAD.length).equals(HEAD)) return undefined
  return inflateSync(data.subarray(HEAD.length), { maxOutputLength: MOST_BYTES })
}
