const WORDS: Record<string, string> = {
  direct: 'Directly',
  site: 'Elsewhere on this site',
  front: 'Front page',
  discover: 'Discover',
  search: 'Search',
  storefront: 'Your own page',
  creation: 'Somebody’s creation',
  api: 'The API',
  unknown: 'Not known',
  'tag:fan-link': 'Fan link',
}

/** By which way people came, as a creator reads it. */
export function describeSource(source: string): string {
  const at = source.indexOf(':')
  const name = source.slice(at + 1)
  const words = WORDS[source]
  if (words || at < 0) return words ?? source
  if (source.startsWith('link:')) return `Your link “${name}”`
  if (source.startsWith('embed:')) return `Embedded on ${name}`
  if (source.startsWith('tag:')) return `Tagged “${name}”`
  return name
}
