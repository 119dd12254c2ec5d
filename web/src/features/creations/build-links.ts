/** The URL of a creation's page, with the secret key for a private creation's secret link. */
export function buildCreationUrl(origin: string, id: string, key?: string): string {
  const url = new URL(`/creations/${id}`, origin)
  if (key) url.searchParams.set('key', key)
  return url.href
}

export function buildRemixPath(workflowId: string, fromCreationId?: string): `/${string}` {
  return `/workflows/${workflowId}/remix${fromCreationId ? `?from=${fromCreationId}` : ''}`
}

/** Runs the recipe again on a creation's inputs, with as few questions as its price allows. */
export function buildVariationPath(workflowId: string, creationId: string): `/${string}` {
  return `${buildRemixPath(workflowId, creationId)}&again=1`
}

/** The text of a share: the recipe's name and its creator. */
export function buildShareText(name: string, creatorHandle: string): string {
  return creatorHandle ? `${name}, made with a recipe by @${creatorHandle}` : name
}
