/** One stretch of a text that differs from another text. */
export interface TextChange {
  at: number
  removed: string
  inserted: string
}

/** What makes the first text the second, from the first to the last character that differs. */
export function findTextChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1
  }
  return {
    at: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  }
}

export function applyChange(text: string, { at, removed, inserted }: TextChange): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length)
}

export function revertChange(text: string, { at, removed, inserted }: TextChange): string {
  return text.slice(0, at) + removed + text.slice(at + inserted.length)
}
