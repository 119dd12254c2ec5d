/** Where a creator's name leads: to the storefront, or for a creator without a username to the list of recipes. */
export const creatorPath = (handle: string): `/${string}` =>
  `/${isNamed(handle) ? '@' : 'workflows?creator='}${handle}`

/** The one address that a recipe's page names as its own, and under which it is shared. */
export const recipePath = (recipe: { id: string; handle: string; slug: string | null }): string =>
  recipe.slug && isNamed(recipe.handle)
    ? `/@${recipe.handle}/${encodeURIComponent(recipe.slug)}`
    : `/workflows/${recipe.id}`

const isNamed = (handle: string) => !handle.startsWith('guest-')

/** What stands in a readable address, as it is looked up. */
export interface NamedRecipe {
  handle: string
  name: string
}

const NAMED = /^\/@([a-z0-9._-]{1,64})\/([^/]+)\/?$/i
const NAME = /^[\p{L}\p{M}\p{N}-]{1,80}$/u

/** The recipe that a readable address names; undefined for every other path. */
export function namedRecipeAt(path: string): NamedRecipe | undefined {
  const [, handle, encoded] = NAMED.exec(path) ?? []
  if (!handle || !encoded) return undefined
  try {
    const name = decodeURIComponent(encoded).normalize('NFC').toLowerCase()
    return NAME.test(name) ? { handle: handle.toLowerCase(), name } : undefined
  } catch {
    return undefined
  }
}
