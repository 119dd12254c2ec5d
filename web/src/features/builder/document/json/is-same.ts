/** Whether two JSON values are equal; the order of names in an object does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const entries = Object.entries(a)
  if (entries.length !== Object.keys(b).length) return false
  return entries.every(
    ([name, value]) =>
      Object.hasOwn(b, name) && isSame(value, (b as Record<string, unknown>)[name]),
  )
}
