import display from '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2?url'
import italic from '@fontsource/playfair-display/files/playfair-display-latin-500-italic.woff2?url'
import serif from '@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff2?url'
import sans from '@fontsource/space-grotesk/files/space-grotesk-latin-500-normal.woff2?url'
import { drawPoster, type PosterCall } from '@vignette/local-studio/poster.ts'

/** Drawing keeps a phone busy for half a second, so that it happens beside the page. */
export interface DrawnPoster {
  number: number
  picture: ImageBitmap | null
}

const FONTS = {
  'Vignette Display': display,
  'Vignette Serif': serif,
  'Vignette Serif Italic': italic,
  'Vignette Sans': sans,
}

declare const self: {
  fonts: FontFaceSet
  onmessage: (event: MessageEvent<{ number: number; call: PosterCall }>) => void
  postMessage(message: DrawnPoster, moved: Transferable[]): void
}

const fonts = Promise.all(
  Object.entries(FONTS).map(async ([name, url]) => {
    const face = new FontFace(name, `url(${url})`)
    self.fonts.add(await face.load())
  }),
)

// Fonts may fail to load before the first call; `answer` then tells the first call.
fonts.catch(() => undefined)

async function answer(number: number, call: PosterCall): Promise<void> {
  // No poster is drawn before its fonts have loaded, since other letters would be wrong.
  const picture = await fonts
    .then(() => (drawPoster(call) as unknown as OffscreenCanvas).transferToImageBitmap())
    .catch(() => null)
  self.postMessage({ number, picture }, picture ? [picture] : [])
}

self.onmessage = ({ data }) => void answer(data.number, data.call)
