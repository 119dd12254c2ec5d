/** Anchors an input's `pattern`: the whole trimmed text must match. */
export function anchorPattern(pattern: string): string {
  return `^(?:${pattern})$`
}
