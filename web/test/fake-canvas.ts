import { vi } from 'vitest'

/** A canvas for the test environment, which has none: keeps sizes, but no pixels. */
export function fakeCanvas({
  size = { width: 400, height: 300 },
  context = true,
  bytes = 10,
  pngBytes = 1,
  encodes = true,
}: {
  size?: { width: number; height: number } | null
  context?: boolean
  /** The size of an encoded file. */
  bytes?: number
  /** The size of a PNG written as a data URL. */
  pngBytes?: number
  encodes?: boolean
} = {}) {
  const drawn: { width: number; height: number }[] = []
  const encoded: { type: string; quality: number | undefined }[] = []
  const close = vi.fn()
  vi.stubGlobal('createImageBitmap', async () => {
    if (!size) throw new DOMException('The source image could not be decoded.')
    return { ...size, close }
  })
  const brush = {
    drawImage: (_: unknown, __: number, ___: number, width: number, height: number) =>
      drawn.push({ width, height }),
    setTransform: () => undefined,
    translate: () => undefined,
    rotate: () => undefined,
    scale: () => undefined,
  }
  const canvas = HTMLCanvasElement.prototype
  vi.spyOn(canvas, 'getContext').mockImplementation(
    () => (context ? brush : null) as unknown as null,
  )
  vi.spyOn(canvas, 'toDataURL').mockImplementation((type = 'image/png', quality) => {
    encoded.push({ type, quality: quality as number | undefined })
    if (!encodes) return 'data:,'
    const weight = type === 'image/png' ? pngBytes : 1
    return `data:${type};base64,${weight > 1 ? 'A'.repeat((weight * 4) / 3) : 'AA=='}`
  })
  vi.spyOn(canvas, 'toBlob').mockImplementation((give, type = 'image/png', quality) => {
    encoded.push({ type, quality: quality as number | undefined })
    give(encodes ? new Blob([new Uint8Array(bytes)], { type }) : null)
  })
  return { drawn, encoded, close }
}
