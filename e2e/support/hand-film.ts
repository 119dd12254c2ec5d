import { writeFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { createVideoWriter, type VideoShape } from '@vignette/local-studio/video/write-video.ts'

/** One frame for each second of the hand is enough to follow, and quickly written. */
const FPS = 1
const QUALITY = 60
/** The longer side of the film in pixels. */
const LONGEST = 720
const even = (pixels: number) => 2 * Math.round(pixels / 2)

/**
 * Films the page while a slow hand works: what each look sees stands until the next. The film goes
 * by the hand's clock and not by the machine's, so that it lasts as long as the hand takes. A
 * picture of every change would more than double what the test takes.
 */
export function createHandFilm(page: Page) {
  const view = page.viewportSize() ?? { width: 1440, height: 900 }
  const scale = LONGEST / Math.max(view.width, view.height)
  const size = { width: even(view.width * scale), height: even(view.height * scale) }
  const seen = new Map<number, Buffer>()
  return {
    see: async (seconds: number): Promise<void> => {
      const picture = await page.screenshot({ type: 'jpeg', quality: QUALITY, scale: 'css' })
      seen.set(Math.floor(seconds * FPS), picture)
    },
    write: (file: string, seconds: number) =>
      writeFilm(file, seen, { ...size, fps: FPS, frames: seconds * FPS + 1 }),
  }
}

/** What was seen at a frame stands until the next that was. */
export async function writeFilm(
  file: string,
  seen: ReadonlyMap<number, Buffer>,
  { frames, ...shape }: VideoShape & { frames: number },
): Promise<void> {
  const writer = await createVideoWriter(shape)
  const canvas = createCanvas(shape.width, shape.height)
  const pen = canvas.getContext('2d')
  for (let frame = 0; frame < frames; frame++) {
    const picture = seen.get(frame)
    if (picture) pen.drawImage(await loadImage(picture), 0, 0, shape.width, shape.height)
    await writer.add(canvas)
  }
  await writeFile(file, await writer.finish())
}
