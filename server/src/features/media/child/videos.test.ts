import { fileTypeFromBuffer } from 'file-type'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  addNeedle,
  makeFilm,
  makeForeignFilm,
  NEEDLE,
} from '../../../../test/support/make-media.ts'
import type { SourceType } from './messages.ts'
import { finishVideo } from './videos.ts'

const finish = (bytes: Buffer, sourceType: SourceType | null = 'trainedAlgorithmicMedia') =>
  finishVideo({ bytes, maxPixels: 1_000_000, sourceType })

test.each(['webm', 'mov'] as const)('a %s becomes a marked MP4 in H.264', async (kind) => {
  const given = await makeForeignFilm(kind)
  expect((await fileTypeFromBuffer(given))?.ext).toBe(kind)
  const made = await finish(given)
  expect(made).toMatchObject({
    contentType: 'video/mp4',
    extension: 'mp4',
    width: 64,
    height: 64,
  })
  // WebM does not store the duration of its last frame.
  expect(made.durationMs).toBe(kind === 'webm' ? 458 : 500)
  const input = new Input({ source: new BufferSource(made.bytes), formats: ALL_FORMATS })
  expect(await input.getMimeType()).toMatch(/^video\/mp4; codecs="avc1/)
  expect(Buffer.from(made.bytes).includes('digitalsourcetype/trainedAlgorithmicMedia')).toBe(true)
})

test("an MP4 keeps its frames, loses its maker's metadata and gets the mark", async () => {
  const given = await addNeedle('mp4', await makeFilm())
  const made = Buffer.from((await finish(given)).bytes)
  expect(made.includes(NEEDLE)).toBe(false)
  expect(made.includes('digitalsourcetype/trainedAlgorithmicMedia')).toBe(true)
  expect(await framesOf(made)).toEqual(await framesOf(given))
  const { preview } = await finish(given)
  expect(String((await sharp(preview).metadata()).xmp)).toContain('trainedAlgorithmicMedia')
  const unmarked = await finish(given, null)
  expect(Buffer.from(unmarked.bytes).includes('trainedAlgorithmicMedia')).toBe(false)
  expect((await sharp(unmarked.preview).metadata()).xmp).toBeUndefined()
})

/** The encoded frames as stored in the file. */
async function framesOf(film: Buffer): Promise<[number, string][]> {
  const input = new Input({ source: new BufferSource(film), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('no frames')
  const frames: [number, string][] = []
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets()) {
    frames.push([timestamp, Buffer.from(data).toString('base64')])
  }
  return frames
}

test.each([
  ['cut short', async () => (await makeForeignFilm('webm')).subarray(0, 700)],
  [
    'a picture',
    () =>
      sharp(Buffer.alloc(48), { raw: { width: 4, height: 4, channels: 3 } })
        .png()
        .toBuffer(),
  ],
  ['nothing', async () => Buffer.alloc(0)],
  ['too large for its limit', () => makeFilm(1024, 3)],
])('%s is no film', async (_, make) => {
  await expect(finish(await make())).rejects.toMatchObject({ code: 'invalid_media' })
})
