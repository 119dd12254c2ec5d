/** Joins what is there; no merging, so components keep their own classes few. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
