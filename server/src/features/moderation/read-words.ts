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
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
}
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}]/gu

function letters(text: string): string {
  const plain = text.normalize('NFKD').replace(INVISIBLE, '').toLowerCase()
  return Array.from(plain, (sign) => LOOK_ALIKES[sign] ?? sign).join('')
}

/** Digits inside a word are read as letters; a number stays a number, so that ages can be read. */
function readDigits(word: string): string {
  if (!/[a-z]/.test(word) || /^\d+(?:st|nd|rd|th|s|k|mm|cm|px|d|p|x|yo)$/.test(word)) return word
  return word.replace(/\d/g, (digit) => DIGITS[digit] ?? digit)
}

/** "b o m b", "b.o.m.b" and "b-o-m-b" are read as one word; "vitamin a b c" also keeps its single letters. */
function joinSpelled(words: readonly string[]): string[] {
  const joined: string[] = []
  let spelled: string[] = []
  for (const word of [...words, '']) {
    if (/^[a-z0-9]$/.test(word)) {
      spelled.push(word)
      continue
    }
    if (spelled.length >= 3) joined.push(readDigits(spelled.join('')))
    spelled = []
  }
  return joined
}

/**
 * The words of a text as a reader understands them: look-alike letters, digits for letters,
 * stretched and spelled-out words become plain lower-case words. Spelled-out words are appended at
 * the end.
 */
export function readWords(text: string): string[] {
  const written = letters(text)
    .replace(/['’]s\b/g, '')
    .replace(/(?<=[a-z])[!|](?=[a-z])/g, 'i')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const words = written.map((word) => readDigits(word).replace(/([a-z])\1{2,}/g, '$1$1'))
  const spelled = joinSpelled(written)
  return spelled.length > 0 ? [...words, '|', ...spelled] : words
}
