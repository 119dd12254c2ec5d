/** Recipes come in groups; the recipes of a group share a word that no other recipe has. */
export const RECIPES_OF_WORD = 20
const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi zo ka no'.split(' ')
const LENGTH = 5
const WORDS = 16 ** LENGTH
/** An odd number, so that no two words have the same syllables. */
const SCATTER = 611_953

/** A word that only some recipes of the catalogue share, by its number. */
export function rareWord(number: number): string {
  const digits = ((number * SCATTER) % WORDS).toString(16).padStart(LENGTH, '0')
  return digits.replaceAll(/./g, (digit) => SYLLABLES[Number.parseInt(digit, 16)] ?? '')
}

/** The rare word of recipe `n`, as SQL. */
export function sqlRareWord(): string {
  const scattered = `(((n - 1) / ${RECIPES_OF_WORD})::bigint * ${SCATTER} % ${WORDS})`
  const syllables = `(array[${SYLLABLES.map((one) => `'${one}'`).join(',')}])`
  return Array.from({ length: LENGTH }, (_, at) => {
    const digit = `(${scattered} >> ${4 * (LENGTH - 1 - at)}) & 15`
    return `${syllables}[1 + (${digit})::int]`
  }).join(' || ')
}
