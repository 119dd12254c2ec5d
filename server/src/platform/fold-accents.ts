/** Letters that Unicode's decomposition leaves whole, and the plain letters that people type for them. */
export const UNPARTED = { from: 'øØłŁđĐħĦıŧŦ', to: 'oOlLdDhHitT' }

/** The text without accents, as the column `search` keeps texts. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(
      new RegExp(`[${UNPARTED.from}]`, 'g'),
      (letter) => UNPARTED.to[UNPARTED.from.indexOf(letter)] ?? letter,
    )
}
