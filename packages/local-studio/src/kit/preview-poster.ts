import { registerFonts } from '../drawing/register-fonts.ts'
import { drawPoster, type PosterCall } from '../poster.ts'

const QUALITY = 80

/** The poster that a browser draws by itself, as WebP, for one that cannot. */
export async function previewPoster(call: PosterCall): Promise<Buffer> {
  registerFonts()
  return drawPoster(call).encode('webp', QUALITY)
}
