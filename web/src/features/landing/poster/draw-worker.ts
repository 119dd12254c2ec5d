import display from '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2?url'
import displayExt from '@fontsource/bebas-neue/files/bebas-neue-latin-ext-400-normal.woff2?url'
import italicCyrillic from '@fontsource/playfair-display/files/playfair-display-cyrillic-500-italic.woff2?url'
import serifCyrillic from '@fontsource/playfair-display/files/playfair-display-cyrillic-700-normal.woff2?url'
import italic from '@fontsource/playfair-display/files/playfair-display-latin-500-italic.woff2?url'
import serif from '@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff2?url'
import italicExt from '@fontsource/playfair-display/files/playfair-display-latin-ext-500-italic.woff2?url'
import serifExt from '@fontsource/playfair-display/files/playfair-display-latin-ext-700-normal.woff2?url'
import italicVietnamese from '@fontsource/playfair-display/files/playfair-display-vietnamese-500-italic.woff2?url'
import serifVietnamese from '@fontsource/playfair-display/files/playfair-display-vietnamese-700-normal.woff2?url'
import sans from '@fontsource/space-grotesk/files/space-grotesk-latin-500-normal.woff2?url'
import sansExt from '@fontsource/space-grotesk/files/space-grotesk-latin-ext-500-normal.woff2?url'
import sansVietnamese from '@fontsource/space-grotesk/files/space-grotesk-vietnamese-500-normal.woff2?url'
import {
  drawPoster,
  type FontFile,
  hasRareLetters,
  type PosterCall,
} from '@vignette/local-studio/poster.ts'

/** Drawing keeps a phone busy for half a second, so that it happens beside the page. */
export interface DrawnPoster {
  number: number
  picture: ImageBitmap | null
}

const FONTS: Record<FontFile, string> = {
  'Vignette Display': display,
  'Vignette Display Ext': displayExt,
  'Vignette Serif': serif,
  'Vignette Serif Ext': serifExt,
  'Vignette Serif Vietnamese': serifVietnamese,
  'Vignette Serif Cyrillic': serifCyrillic,
  'Vignette Serif Italic': italic,
  'Vignette Serif Italic Ext': italicExt,
  'Vignette Serif Italic Vietnamese': italicVietnamese,
  'Vignette Serif Italic Cyrillic': italicCyrillic,
  'Vignette Sans': sans,
  'Vignette Sans Ext': sansExt,
  'Vignette Sans Vietnamese': sansVietnamese,
}
const RARE = /(?:Ext|Vietnamese|Cyrillic)$/

declare const self: {
  fonts: FontFaceSet
  onmessage: (event: MessageEvent<{ number: number; call: PosterCall }>) => void
  postMessage(message: DrawnPoster, moved: Transferable[]): void
}

const loading = new Map<string, Promise<void>>()

/** A file that failed to load is asked for again by the next poster. */
function load(name: string, url: string): Promise<void> {
  const begun = loading.get(name)
  if (begun) return begun
  const face = new FontFace(name, `url(${url})`)
  const loaded = face.load().then(() => void self.fonts.add(face))
  loaded.catch(() => loading.delete(name))
  loading.set(name, loaded)
  return loaded
}

function loadFonts(withRare: boolean): Promise<unknown> {
  const files = Object.entries(FONTS).filter(([name]) => withRare || !RARE.test(name))
  return Promise.all(files.map(([name, url]) => load(name, url)))
}

// Fonts may fail to load before the first call; `answer` then tells the first call.
loadFonts(false).catch(() => undefined)

async function answer(number: number, call: PosterCall): Promise<void> {
  // No poster is drawn before its fonts have loaded, since other letters would be wrong.
  const picture = await loadFonts(hasRareLetters(`${call.text}${call.caption ?? ''}${call.prompt}`))
    .then(() => (drawPoster(call) as unknown as OffscreenCanvas).transferToImageBitmap())
    .catch(() => null)
  self.postMessage({ number, picture }, picture ? [picture] : [])
}

self.onmessage = ({ data }) => void answer(data.number, data.call)
