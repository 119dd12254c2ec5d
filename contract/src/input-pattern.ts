/** What an input's `pattern` is matched as: the whole of the trimmed text has its form. */
export function anchorPattern(pattern: string): string {
  return `^(?:${pattern})$`
}
