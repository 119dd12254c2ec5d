/** The page of a creation, with the secret key where the link is meant to open a private one. */
export function buildCreationUrl(origin: string, id: string, key?: string): string {
  const url = new URL(`/creations/${id}`, origin)
  if (key) url.searchParams.set('key', key)
  return url.href
}

export function buildRemixPath(workflowId: string, fromCreationId?: string): `/${string}` {
  return `/workflows/${workflowId}/remix${fromCreationId ? `?from=${fromCreationId}` : ''}`
}

/** What a share says: the recipe's name and whose it is. */
export function buildShareText(name: string, creatorHandle: string): string {
  return creatorHandle ? `${name}, made with a recipe by @${creatorHandle}` : name
}
