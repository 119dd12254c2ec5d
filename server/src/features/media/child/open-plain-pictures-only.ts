import sharp from 'sharp'

const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadNsgifFile',
]

/**
 * Disables the loaders of all other formats, for as long as this process lives, and lets each
 * picture take one processor and keep no cache. A call and not a side effect of `images.ts`, which
 * tests read in processes that open further formats.
 */
export function openPlainPicturesOnly(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  sharp.cache(false)
  sharp.concurrency(1)
}
