import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'
import type { FontName } from './fonts.ts'

const FILES: Record<FontName, string> = {
  'Vignette Display': '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2',
  'Vignette Serif': '@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff2',
  'Vignette Serif Italic':
    '@fontsource/playfair-display/files/playfair-display-latin-500-italic.woff2',
  'Vignette Sans': '@fontsource/space-grotesk/files/space-grotesk-latin-500-normal.woff2',
}

let registered = false

/** The fonts are part of the package, so that lettering looks the same on every machine. */
export function registerFonts(): void {
  if (registered) return
  const require = createRequire(import.meta.url)
  for (const [name, file] of Object.entries(FILES)) {
    if (!GlobalFonts.registerFromPath(require.resolve(file), name)) {
      throw new Error(`cannot load the font ${file}`)
    }
  }
  registered = true
}
