/** Parses one range; several ranges, or an invalid header, get the whole file. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const first = match[1] === '' ? undefined : Number(match[1])
  const last = match[2] === '' ? undefined : Number(match[2])
  if (first === undefined) {
    if (!last) return 'unsatisfiable'
    return { start: Math.max(0, size - last), end: size - 1 }
  }
  if (first >= size || (last !== undefined && last < first)) return 'unsatisfiable'
  return { start: first, end: Math.min(last ?? size - 1, size - 1) }
}

/** Whether If-None-Match names this file: by one of several tags, weak or strong, or by `*`. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
