import sharp from 'sharp'
import { drawMark } from './draw-mark.ts'
import { notMedia, openImage, previewOf } from './images.ts'
import type { FinishedMedia, ProofRequest } from './messages.ts'
import { sourceTypeXmp } from './source-type.ts'

/** A picture of at most the longest side, with the mark in its pixels. */
export async function proveImage(request: ProofRequest): Promise<FinishedMedia> {
  try {
    const { data: pixels, info } = await openImage(request.bytes, request.maxPixels)
      .autoOrient()
      .resize({ ...square(request.longestSide), withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const marked = sharp(pixels, { raw: { width, height, channels: 4 } }).composite([
      { input: Buffer.from(drawMark(width, height)), raw: { width, height, channels: 4 } },
    ])
    const { sourceType } = request
    const data = await (sourceType ? marked.withXmp(sourceTypeXmp(sourceType)) : marked)
      .png({ compressionLevel: 6 })
      .toBuffer()
    return {
      bytes: data,
      contentType: 'image/png',
      extension: 'png',
      width,
      height,
      durationMs: null,
      ...(await previewOf(data, request.maxPixels)),
    }
  } catch (error) {
    throw notMedia(error)
  }
}

function square(side: number) {
  return { width: side, height: side, fit: 'inside' } as const
}
