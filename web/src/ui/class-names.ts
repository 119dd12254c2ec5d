/** Joins class names without merging, so components keep few classes of their own. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
