import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'
import type { FontFile } from './fonts.ts'

const bebas = (subset: string) =>
  `@fontsource/bebas-neue/files/bebas-neue-${subset}-400-normal.woff2`
const playfair = (subset: string, style: '700-normal' | '500-italic') =>
  `@fontsource/playfair-display/files/playfair-display-${subset}-${style}.woff2`
const grotesk = (subset: string) =>
  `@fontsource/space-grotesk/files/space-grotesk-${subset}-500-normal.woff2`

export const FONT_FILES: Record<FontFile, string> = {
  'Vignette Display': bebas('latin'),
  'Vignette Display Ext': bebas('latin-ext'),
  'Vignette Serif': playfair('latin', '700-normal'),
  'Vignette Serif Ext': playfair('latin-ext', '700-normal'),
  'Vignette Serif Vietnamese': playfair('vietnamese', '700-normal'),
  'Vignette Serif Cyrillic': playfair('cyrillic', '700-normal'),
  'Vignette Serif Italic': playfair('latin', '500-italic'),
  'Vignette Serif Italic Ext': playfair('latin-ext', '500-italic'),
  'Vignette Serif Italic Vietnamese': playfair('vietnamese', '500-italic'),
  'Vignette Serif Italic Cyrillic': playfair('cyrillic', '500-italic'),
  'Vignette Sans': grotesk('latin'),
  'Vignette Sans Ext': grotesk('latin-ext'),
  'Vignette Sans Vietnamese': grotesk('vietnamese'),
}

let registered = false

/** The fonts are part of the package, so that lettering looks the same on every machine. */
export function registerFonts(): void {
  if (registered) return
  const require = createRequire(import.meta.url)
  for (const [name, file] of Object.entries(FONT_FILES)) {
    if (!GlobalFonts.registerFromPath(require.resolve(file), name)) {
      throw new Error(`cannot load the font ${file}`)
    }
  }
  registered = true
}
