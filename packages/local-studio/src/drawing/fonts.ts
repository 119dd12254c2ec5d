/**
 * The files of each face, under the names that they are registered by. Those of rare letters stand
 * first: a file of plain letters would make a "Ẵ" of an "A" and marks that it cannot place.
 */
export const FILES_OF = {
  'Vignette Display': ['Vignette Display Ext', 'Vignette Display'],
  'Vignette Sans': ['Vignette Sans Vietnamese', 'Vignette Sans Ext', 'Vignette Sans'],
  'Vignette Serif': [
    'Vignette Serif Vietnamese',
    'Vignette Serif Ext',
    'Vignette Serif Cyrillic',
    'Vignette Serif',
  ],
  'Vignette Serif Italic': [
    'Vignette Serif Italic Vietnamese',
    'Vignette Serif Italic Ext',
    'Vignette Serif Italic Cyrillic',
    'Vignette Serif Italic',
  ],
} as const

export type FontName = keyof typeof FILES_OF
export type FontFile = (typeof FILES_OF)[FontName][number]

const SERIF = `
  21-7e a1-ac ae-b4 b6-17f 18f 192 1a0-1a1 1af-1b0 1b7 1cd-1ce 1d3-1d4 1e4-1e9 1ee-1ef 1f4-1f5
  1fe-1ff 218-21b 21e-21f 237 259 292 2bb-2bc 2c6-2c7 2da 2dc-2dd 300-301 303-304 308-309 323
  400-45f 490-491 4b0-4b1 1e80-1e85 1e9e 1ea0-1ef9 2013-2014 2018-201a 201c-201e 2020 2022 2026
  2032-2033 2039-203a 2044 20ac 20b9 2116 2122 2191 2193 2212`

/** The code points that a face's files hold, as a test reads them from the files. */
export const LETTERS: Record<FontName, string> = {
  'Vignette Display': `
  21-7e a1-ac ae-17e 192 1fc-1ff 218-21b 237 2bc 2c6-2c7 2c9 2da 2dc-2dd 300-301 303-304 308
  1e02-1e03 1e0a-1e0b 1e1e-1e1f 1e40-1e41 1e56-1e57 1e60-1e61 1e6a-1e6b 1e80-1e85 1e9e
  1ef2-1ef3 2013-2014 2018-201a 201c-201e 2020 2022 2026 2039-203a 2044 20ac 20b9 20bf 2113
  2122 2212 2215`,
  'Vignette Sans': `
  21-7e a1-ac ae-180 18f 192 1a0-1a1 1af-1b0 1c4-1dc 1e6-1e7 1ea-1eb 1fa-21b 22a-22d 230-233
  237 243 251 259 2b9-2bc 2be-2bf 2c6-2cc 2da 2dc-2dd 300-301 303-304 308-309 323 1e08-1e09
  1e0c-1e0f 1e14-1e17 1e1c-1e1d 1e20-1e21 1e24-1e25 1e2a-1e2b 1e2e-1e2f 1e36-1e3b 1e42-1e49
  1e4c-1e53 1e5a-1e69 1e6c-1e6f 1e78-1e7b 1e80-1e85 1e8e-1e8f 1e92-1e93 1e97 1e9e 1ea0-1ef9
  2013-2014 2018-201a 201c-201e 2020 2022 2026 2032-2033 2039-203a 2044 20a1 20a3-20a4
  20a6-20a7 20a9 20ab-20ad 20b1-20b2 20b5 20b9-20ba 20bc-20bd 20bf 2113 2122 2191 2193 2212
  2215`,
  'Vignette Serif': SERIF,
  'Vignette Serif Italic': SERIF,
}

/** Taken, in this order, where the wanted face lacks a letter. */
const OTHERS: readonly FontName[] = ['Vignette Sans', 'Vignette Serif']

const read = new Map<FontName, Set<number>>()

function lettersOf(name: FontName): Set<number> {
  const known = read.get(name)
  if (known) return known
  const letters = new Set<number>()
  for (const range of LETTERS[name].trim().split(/\s+/)) {
    const [first = 0, last = first] = range.split('-').map((end) => Number.parseInt(end, 16))
    for (let letter = first; letter <= last; letter++) letters.add(letter)
  }
  read.set(name, letters)
  return letters
}

const INKLESS = /^[\s\p{Cf}]$/u

/** Whether a face has all letters of a text, as written and as capitals. */
function hasAll(name: FontName, text: string): boolean {
  const letters = lettersOf(name)
  return Array.from(text + text.toUpperCase()).every(
    (letter) => INKLESS.test(letter) || letters.has(letter.codePointAt(0) ?? 0),
  )
}

/** One face for the whole of a text, so that no word is set in two. */
export function faceFor(wanted: FontName, text: string): FontName {
  return [wanted, ...OTHERS].find((name) => hasAll(name, text)) ?? wanted
}

/** What no face of ours can set in a text, in its order; empty where one face has it all. */
export function findUnlettered(text: string): string[] {
  const parts = [...new Intl.Segmenter().segment(text.normalize('NFC'))].map((one) => one.segment)
  const [fewest = []] = [...OTHERS, 'Vignette Display' as const]
    .map((name) => parts.map((part) => !hasAll(name, part)))
    .sort((a, b) => a.filter(Boolean).length - b.filter(Boolean).length)
  const runs: string[] = []
  parts.forEach((part, at) => {
    if (!fewest[at]) return
    if (fewest[at - 1]) runs.push(`${runs.pop() ?? ''}${part}`)
    else runs.push(part)
  })
  return [...new Set(runs)]
}

/** Whether a text needs more than each face's file of plain letters. */
export const hasRareLetters = (text: string) => /[\u0100-\uffff]/.test(text)

/** Letters that no face of ours has fall back to the machine's own fonts. */
export function font(name: FontName, size: number, text: string): string {
  const needed = hasRareLetters(text) ? FILES_OF[name] : [name]
  const files = needed.map((file) => `"${file}"`).join(', ')
  return `${size}px ${files}, "DejaVu Sans", "Noto Sans", sans-serif`
}
