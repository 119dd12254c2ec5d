/** The URL of a creation's page, with the secret key for a private creation's secret link. */
export function buildCreationUrl(origin: string, id: string, key?: string): string {
  const url = new URL(`/creations/${id}`, origin)
  if (key) url.searchParams.set('key', key)
  return url.href
}

export function buildRemixPath(workflowId: string, fromCreationId?: string): `/${string}` {
  return `/workflows/${workflowId}/remix${fromCreationId ? `?from=${fromCreationId}` : ''}`
}

/** The remix with the inputs of a run whose creation is gone: a new picture of the same answers. */
export function buildAgainPath(workflowId: string, inputs: Record<string, unknown>): `/${string}` {
  const given = Object.entries(inputs).flatMap(([key, value]) => {
    const said = typeof value === 'object' && value && 'url' in value ? value.url : value
    const isSaid = typeof said === 'string' || typeof said === 'number'
    return isSaid ? [[`input.${key}`, String(said)]] : []
  })
  const path = buildRemixPath(workflowId)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** Runs the recipe again on a creation's inputs, with as few questions as its price allows. */
export function buildVariationPath(workflowId: string, creationId: string): `/${string}` {
  return `${buildRemixPath(workflowId, creationId)}&again=1`
}

/** The text of a share: what its maker asked for, in the maker's name where the maker shares it. */
export function buildShareText({
  words,
  recipe,
  handle,
  mine,
}: {
  words: string | undefined
  recipe: string
  handle: string
  mine: boolean
}): string {
  const what = words ? `“${cut(words)}”` : mine ? 'What I made' : recipe
  const by = handle ? ` by @${handle}` : ''
  if (!words && !mine) return handle ? `${recipe}, a recipe${by}` : recipe
  return `${what}${words && mine ? ', made by me' : ''} with ${recipe}${by}`
}

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text)
