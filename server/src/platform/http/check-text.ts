const DEEPEST = 40

/**
 * What is wrong with a parsed request, or undefined. A NUL and half a surrogate pair cannot be stored
 * in the database; nesting without end would overflow whatever walks it next; `__proto__` is no
 * field of anybody's.
 */
export function findUnusable(root: unknown): string | undefined {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      if (value.includes('\0')) return 'holds a NUL character'
      if (!value.isWellFormed()) return 'holds half a character'
    }
    if (!value || typeof value !== 'object' || Buffer.isBuffer(value)) continue
    if (depth >= DEEPEST) return 'is nested too deeply'
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') return 'has a field named __proto__'
      waiting.push({ value: key, depth: depth + 1 }, { value: member, depth: depth + 1 })
    }
  }
  return undefined
}
