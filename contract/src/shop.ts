/** What a visitor sees of whose site this is. Free of zod, since every page reads it. */
export interface Shop {
  name: string
  /** Many creators, one seller, or by invitation alone. */
  mode: 'market' | 'single' | 'closed'
  /** The address of a drawing that stands instead of mark and name. */
  logo: string | null
  /** The address of a drawing that stands instead of the mark. */
  icon: string | null
  /** As in #1d55c4; null: the colours of the style sheet. */
  accent: string | null
  /** What the front page says first. */
  title: string | null
  words: string | null
  /** What every page says above all else, such as hours of maintenance. */
  notice: string | null
  /** What tells the operator's own terms from the next ones; null: those of the software alone. */
  terms: string | null
  /** Whether the operator wrote for the privacy page. */
  privacy: boolean
  /** Whether `/imprint` is there. */
  imprint: boolean
}

/** Whose site it is until the operator says otherwise; such a page carries no word of it. */
export const UNNAMED: Shop = {
  name: 'Vignette',
  mode: 'market',
  logo: null,
  icon: null,
  accent: null,
  title: null,
  words: null,
  notice: null,
  terms: null,
  privacy: false,
  imprint: false,
}

/** The version of terms that include the operator's own text, and change with it. */
export function versionOf(version: string, { terms }: Pick<Shop, 'terms'>): string {
  return terms === null ? version : `${version}.${terms}`
}

/** Where the operator's drawings are; the icon stands where every browser looks for it. */
export const LOGO_PATH = '/shop/logo.svg'
export const ICON_PATH = '/favicon.svg'

/** The name in the names of files and programs: small letters, digits and hyphens. */
export function plainName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g)
  return words?.join('-') ?? 'shop'
}
