/**
 * What a storefront may hold.
 */
export const STOREFRONT = {
  lines: 2,
  lineMax: 80,
  links: 5,
  labelMax: 40,
  urlMax: 300,
  /** Recipes whose order the creator chooses; the creator's other recipes follow, newest first. */
  ordered: 100,
  /** Recipes on the page; Discover lists all of them. */
  recipes: 48,
  creations: 12,
  /** A storefront shows no smaller count. */
  shownFrom: 11,
} as const

/** The address of a link as the server stores it; undefined for an address that no storefront shows. */
export function readLink(text: string): string | undefined {
  const address = text.trim()
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return undefined
  // The host must be a name with a dot, so neither a machine of a local network nor a bare number.
  if (!/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(url.hostname)) return undefined
  return url.href.length <= STOREFRONT.urlMax ? url.href : undefined
}
