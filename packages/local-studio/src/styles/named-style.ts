import type { Reading } from '../drawing/read-prompt.ts'
import type { StyleName } from './catalogue.ts'

const NAMED: Array<[StyleName, string]> = [
  [
    'poster',
    'poster lettering typographic typography flyer slogan quote cover title festival concert',
  ],
  [
    'painterly',
    'oil painting painted painterly impressionist brush brushwork gogh monet watercolour watercolor canvas',
  ],
  ['emblem', 'emblem logo badge crest'],
  ['geometric', 'geometric bauhaus pattern tile tiles mosaic grid shapes quilt memphis'],
  [
    'abstract',
    'abstract waves liquid gradient marble papercut contour texture minimal flow emotion feeling',
  ],
  ['botanical', 'botanical bouquet herbarium floral pressed'],
  ['cosmos', 'cosmos galaxy nebula universe planet cosmic interstellar saturn orbit spaceship'],
]

/** The style that the words name, or that only they can mean; otherwise a landscape's or any. */
export function namedStyle(reading: Reading, prompt: string): StyleName | undefined {
  // The reading's words leave out style words, so search the whole prompt.
  const words = new Set(prompt.toLowerCase().split(/[^\p{L}]+/u))
  for (const [style, names] of NAMED) {
    if (names.split(' ').some((name) => words.has(name))) return style
  }
  const [place] = reading.places
  if (place === 'space' && reading.places.length === 1) return 'cosmos'
  return quotesSomething(prompt) ? 'poster' : undefined
}

/** True if one line has at least one character between quotation marks. */
function quotesSomething(prompt: string): boolean {
  return prompt.split('\n').some((line) => {
    const open = line.search(/["“«]/u)
    return open >= 0 && /["”»]/u.test(line.slice(open + 2))
  })
}
