import { inflateSync } from 'node:zlib'
import type { PngPart } from './read-png.ts'

/** The keyword, its end, and the number of the only way of packing. */
const HEAD = Buffer.from('XML:com.adobe.xmp\0\0')
const MOST_BYTES = 65_536

/** The XMP of the packed text chunk in which the store's pictures have it. */
export function findXmp({ type, data }: PngPart): Buffer | undefined {
  if (type !== 'zTXt' || !data.subarray(0, HEAD.length).equals(HEAD)) return undefined
  return inflateSync(data.subarray(HEAD.length), { maxOutputLength: MOST_BYTES })
}
