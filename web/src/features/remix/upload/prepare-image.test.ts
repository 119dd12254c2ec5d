import { IMAGE_UPLOADER, MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeCanvas } from '../../../../test/fake-canvas.ts'
import { prepareImage } from './prepare-image.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function makeFile(bytes = 10, name = 'fox.png', type = 'image/png') {
  return new File([new Uint8Array(bytes)], name, { type })
}

const heavy = 8 * MEGABYTE + 1
const prepare = (file: File, fixed: { width: number; height: number } | null = null) =>
  prepareImage(file, fixed).catch((error: Error) => error.message)

describe('a picture that cannot be used', () => {
  it.each([
    [
      'of another type',
      {},
      makeFile(1, 'a.gif', 'image/gif'),
      'Invalid file type. Allowed types: image/jpeg, image/png, image/webp',
    ],
    ['too large', {}, makeFile(10 * MEGABYTE + 1), 'File too large. Maximum size: 10 MB'],
    [
      'unreadable',
      { size: null },
      makeFile(),
      'Failed to read image dimensions. File may be corrupted.',
    ],
    [
      'too narrow',
      { size: { width: 99, height: 300 } },
      makeFile(),
      'Image width too small. Minimum: 100px, got: 99px',
    ],
    [
      'too low',
      { size: { width: 300, height: 99 } },
      makeFile(),
      'Image height too small. Minimum: 100px, got: 99px',
    ],
    ['without a canvas context', { context: false }, makeFile(), 'Could not get canvas context'],
  ])('%s', async (_, canvas, file, message) => {
    fakeCanvas(canvas)
    expect(await prepare(file)).toBe(message)
  })

  it('a picture that cannot be resized fails with Failed to generate image', async () => {
    fakeCanvas({ encodes: false })
    expect(await prepare(makeFile(), { width: 200, height: 150 })).toBe('Failed to generate image')
  })
})

describe('recompression', () => {
  it('leaves a small file unchanged', async () => {
    fakeCanvas()
    const file = makeFile(8 * MEGABYTE)
    expect(await prepare(file)).toMatchObject({ kind: 'ready', file })
  })

  it('turns a large file into a JPEG of quality 0.9', async () => {
    const { encoded } = fakeCanvas()
    const prepared = await prepareImage(makeFile(heavy), null)
    expect(encoded).toContainEqual({ type: 'image/jpeg', quality: 0.9 })
    expect(prepared.file).toMatchObject({ name: 'fox.jpg', type: 'image/jpeg', size: 10 })
  })

  it('falls back to the original if compression fails', async () => {
    const { encoded } = fakeCanvas({ encodes: false })
    const file = makeFile(heavy)
    expect((await prepareImage(file, null)).file).toBe(file)
    expect(encoded).toContainEqual({ type: 'image/jpeg', quality: 0.9 })
  })

  it('keeps the original if the JPEG is larger', async () => {
    fakeCanvas({ bytes: heavy + 1 })
    const file = makeFile(heavy)
    expect((await prepareImage(file, null)).file).toBe(file)
  })
})

describe('a fixed size', () => {
  it('resizes a picture of that ratio', async () => {
    const { drawn } = fakeCanvas()
    const prepared = await prepareImage(makeFile(), { width: 200, height: 150 })
    expect(prepared).toMatchObject({ kind: 'ready', file: { name: 'fox.png', type: 'image/png' } })
    expect(drawn[0]).toEqual({ width: 200, height: 150 })
  })

  it.each([
    ['after resizing', { width: 200, height: 150 }],
    ['of exactly that size', { width: 400, height: 300 }],
  ])('turns a large picture %s into a JPEG', async (_, fixed) => {
    const { drawn, encoded } = fakeCanvas({ bytes: heavy })
    const prepared = await prepareImage(makeFile(heavy + 1), fixed)
    expect(encoded).toContainEqual({ type: 'image/jpeg', quality: 0.9 })
    expect(prepared.file.size).toBe(heavy)
    expect(drawn[0]).toEqual(fixed)
  })

  it('leaves a picture of exactly that size unchanged', async () => {
    fakeCanvas()
    const file = makeFile()
    expect((await prepareImage(file, { width: 400, height: 300 })).file).toBe(file)
  })

  it('asks for a crop of any other ratio', async () => {
    fakeCanvas()
    expect(await prepare(makeFile(), { width: 150, height: 150 })).toMatchObject({
      kind: 'crop',
      ratio: 1,
    })
  })
})

it('a thumbnail has at most 300 pixels, and the picture is released', async () => {
  const { drawn, close } = fakeCanvas({ size: { width: 1200, height: 600 } })
  await prepareImage(makeFile(), null)
  expect(IMAGE_UPLOADER.thumbnailPixels).toBe(300)
  expect(drawn).toEqual([{ width: 300, height: 150 }])
  expect(close).toHaveBeenCalledOnce()
})

it('a picture over 4096 px gives a warning and is accepted', async () => {
  fakeCanvas({ size: { width: 5000, height: 300 } })
  expect(await prepare(makeFile())).toMatchObject({
    kind: 'ready',
    warning: expect.stringContaining('4096px'),
  })
})
