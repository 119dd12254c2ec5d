/** Why something that the server depends on does not work, and what to do, in one sentence for the operator. */
export class ProbeError extends Error {
  override name = 'ProbeError'
}

/** The code of a failed connection, such as ECONNREFUSED; `fetch` keeps it in the cause. */
export function findCode(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code
    if (each.name === 'TimeoutError' || each.name === 'AbortError') return 'ETIMEDOUT'
  }
  return undefined
}
