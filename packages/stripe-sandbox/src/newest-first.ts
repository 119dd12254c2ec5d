/** https://docs.stripe.com/api/pagination: newest first, after `starting_after`. */
export function newestFirst<T extends { id: string; created: number }>(
  all: T[],
  form: Record<string, string>,
  present: (item: T) => unknown = (item) => item,
): unknown {
  const newest = all.toReversed()
  const after = form['starting_after']
  const start = after ? newest.findIndex((item) => item.id === after) + 1 : 0
  const limit = Number(form['limit'] ?? 10)
  return {
    object: 'list',
    data: newest.slice(start, start + limit).map(present),
    has_more: newest.length > start + limit,
    url: '/v1',
  }
}
