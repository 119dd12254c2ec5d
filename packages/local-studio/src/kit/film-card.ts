import { registerFonts } from '../drawing/register-fonts.ts'
import { createSurface } from '../drawing/surface.ts'
import { openPicture, toCanvas } from '../functions/open-picture.ts'
import type { TaskIo } from '../types.ts'
import { createVideoWriter } from '../video/write-video.ts'
import { drawPicture, layCard } from './card.ts'
import type { DrawCard } from './draw-card.ts'

const SECONDS = 6
const FPS = 24
const LONGEST_SOURCE = 1920
const REACH = 0.12

/** The card as a film: the camera comes slowly nearer to the picture, and the words stand still. */
export async function filmCard(
  { picture: bytes, width, height, ...words }: DrawCard,
  io: TaskIo,
): Promise<Buffer> {
  registerFonts()
  const picture = toCanvas(await openPicture(bytes, LONGEST_SOURCE))
  const { ground, box } = layCard(picture, { width, height }, words)
  const writer = await createVideoWriter({ width, height, fps: FPS })
  const { pen, canvas } = createSurface(width, height)
  const count = SECONDS * FPS
  for (let at = 0; at < count; at++) {
    const zoom = 1 + REACH * (0.5 - 0.5 * Math.cos((Math.PI * at) / (count - 1)))
    pen.drawImage(ground, 0, 0)
    drawPicture(pen, picture, box, zoom)
    await writer.add(canvas)
    io.onProgress((at / count) * 95, 'Filming')
  }
  return writer.finish()
}
