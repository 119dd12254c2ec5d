/** What a visitor sees of whose site this is. Free of zod, since every page reads it. */
export interface Shop {
  name: string
}

/** Whose site it is until the operator says otherwise; such a page carries no word of it. */
export const UNNAMED: Shop = { name: 'Vignette' }

/** The name in the names of files and programs: small letters, digits and hyphens. */
export function plainName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g)
  return words?.join('-') ?? 'shop'
}
