import { type NamedRecipe, namedRecipeAt } from '@vignette/contract/creator-path.ts'

const HOST = /^[a-z0-9][a-z0-9.-]{0,59}$/

/**
 * The host that shows an embed, from the browser's Referer; undefined for this server's own host
 * and without a Referer.
 */
export function embedderOf(referrer: string | undefined, ownHost: string): string | undefined {
  if (!referrer || !URL.canParse(referrer)) return undefined
  const { hostname, host } = new URL(referrer)
  const name = hostname.replace(/^www\./, '')
  return host !== ownHost && HOST.test(name) ? name : undefined
}

const SIZE = { width: 360, height: 480 }

/** The size of a frame within what its page allows. */
export function frameSize(most: { maxwidth?: number | undefined; maxheight?: number | undefined }) {
  return {
    width: Math.min(SIZE.width, most.maxwidth ?? SIZE.width),
    height: Math.min(SIZE.height, most.maxheight ?? SIZE.height),
  }
}

/** The id or the name of the recipe that an address of this site shows; undefined for every other address. */
export function recipeIn(address: string, origin: string): string | NamedRecipe | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin: named, pathname } = new URL(address)
  if (named !== new URL(origin).origin) return undefined
  return (
    /^\/(?:workflows|embed)\/([^/]+)(?:\/remix)?\/?$/.exec(pathname)?.[1] ?? namedRecipeAt(pathname)
  )
}
