/**
 * The fault of a parsed request, or undefined. The database cannot store a NUL or half a surrogate
 * pair; unlimited nesting would overflow any recursive reader; `__proto__` is never a real field.
 */
export function findUnusable(root: unknown, deepest: number): string | undefined {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      const fault = faultOfText(value)
      if (fault) return fault
    }
    if (!isNested(value)) continue
    if (depth >= deepest) return `is nested too deeply: at most ${deepest} lists and objects`
    for (const key of Object.keys(value)) {
      if (key === '__proto__') return 'has a field named __proto__'
      const member = (value as Record<string, unknown>)[key]
      const fault =
        faultOfText(key) ?? (typeof member === 'string' ? faultOfText(member) : undefined)
      if (fault) return fault
      if (isNested(member)) waiting.push({ value: member, depth: depth + 1 })
    }
  }
  return undefined
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
}

function faultOfText(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character'
  return text.isWellFormed() ? undefined : 'holds half a character'
}
