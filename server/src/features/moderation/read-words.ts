/** Letters and signs that look like Latin letters. */
const LOOK_ALIKES: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  у: 'y',
  ү: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  ς: 's',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'p',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ʀ: 'r',
  '@': 'a',
  $: 's',
  '€': 'e',
  '£': 'l',
  '¡': 'i',
}
const DIGITS: Record<string, string> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
}
const INVISIBLE = /[\p{Cf}\p{Me}]/gu
const MARKS = /\p{Mn}/gu
/** A word with the signs that stand for letters; "!" and "|" do only between letters. */
const WRITTEN = /(?:[\p{L}\p{N}\p{M}@$€£¡]|(?<=\p{L})[!|](?=\p{L}))+/gu
/** A number is first of all a number, so that ages can be read. */
const NUMBER = /^\d+(?:st|nd|rd|th|s|k|mm|cm|px|d|p|x|yo)?$/
/** More signs that may be "i" or "l" would make hundreds of readings of one word. */
const DOUBTS = 3

/** A word of a text, and how a reader may understand it, the likeliest first. */
export interface Word {
  /** As it stands in the text; spelled-out words with what is between their letters. */
  written: string
  readings: readonly string[]
}

/**
 * The words of a text as a reader understands them: look-alike letters, digits for letters, and
 * stretched or spelled-out words become plain lower-case words.
 */
export function readWords(text: string): Word[] {
  const clean = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/['’]s\b/g, '  ')
  const words: Word[] = []
  let spelled: RegExpExecArray[] = []
  for (const found of clean.matchAll(WRITTEN)) {
    const [written] = found
    if (/^[a-z0-9]$/.test(plainOf(written))) {
      spelled.push(found)
      continue
    }
    words.push(...join(clean, spelled), ...understand(written))
    spelled = []
  }
  return [...words, ...join(clean, spelled)]
}

/** Letters of other alphabets that look like no Latin letter end a word. */
function understand(written: string): Word[] {
  return plainOf(written)
    .split(/[^a-z0-9!|]+/)
    .filter(Boolean)
    .map((plain) => ({ written, readings: readingsOf(plain) }))
}

/** "b o m b", "b.o.m.b" and "b-o-m-b" are one word; wider gaps part several such words. */
function join(text: string, letters: readonly RegExpExecArray[]): Word[] {
  const gaps = letters.slice(1).map((letter, at) => {
    const before = letters[at]
    return before ? text.slice(before.index + before[0].length, letter.index) : ''
  })
  const widths = gaps.map((gap) => gap.replace(/\S/g, '').length)
  const narrow = Math.min(...widths)
  const parts: RegExpExecArray[][] = [[]]
  letters.forEach((letter, at) => {
    if (at > 0 && (widths[at - 1] ?? 0) > narrow) parts.push([])
    parts.at(-1)?.push(letter)
  })
  if (letters.length < 3 || parts.every((part) => part.length === 1)) {
    return letters.flatMap(([written]) => understand(written))
  }
  return parts.map((part) => {
    const [first, last] = [part[0], part.at(-1)]
    const written = text.slice(first?.index, last && last.index + last[0].length)
    const plain = part.map(([letter]) => plainOf(letter)).join('')
    // An article before a spelled-out word looks like its first letter.
    const readings = /^[ai].{3}/.test(plain) ? [plain, plain.slice(1)] : [plain]
    return { written, readings: readings.flatMap(readingsOf) }
  })
}

/** A capital "I" after a small letter is meant as an "l". */
function plainOf(written: string): string {
  const letters = written.replace(/(?<=\p{Ll})I+/gu, (found) => '|'.repeat(found.length))
  const bare = letters.normalize('NFKD').replace(MARKS, '').toLowerCase()
  return Array.from(bare, (sign) => LOOK_ALIKES[sign] ?? sign).join('')
}

function readingsOf(plain: string): string[] {
  const asNumber = NUMBER.test(plain) ? [plain] : []
  let readings = ['']
  let doubts = 0
  for (const sign of plain) {
    const isDoubtful = sign === '1' || sign === '!' || sign === '|'
    if (isDoubtful) doubts += 1
    const meant = !isDoubtful ? [DIGITS[sign] ?? sign] : doubts > DOUBTS ? ['i'] : ['i', 'l']
    readings = meant.flatMap((letter) => readings.map((reading) => reading + letter))
  }
  return [...new Set([...asNumber, ...readings.flatMap(shorten)])]
}

/** "niiice" is meant as "nice" or "niice"; one letter again and again is no word, and stays. */
function shorten(word: string): string[] {
  if (/^(.)\1*$/.test(word) || !/(.)\1\1/.test(word)) return [word]
  return [word.replace(/(.)\1{2,}/g, '$1$1'), word.replace(/(.)\1{2,}/g, '$1')]
}
