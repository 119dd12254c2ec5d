import type { PaymentReturn } from '../machine-context.ts'

/** The gateway puts the session's id where this stands. */
const PLACEHOLDER = '{CHECKOUT_SESSION_ID}'

export function buildReturnUrls(
  origin: string,
  workflowId: string,
): { success_url: string; cancel_url: string } {
  const page = `${origin}/workflows/${encodeURIComponent(workflowId)}/remix`
  return {
    success_url: `${page}?session_id=${PLACEHOLDER}`,
    cancel_url: `${page}?canceled=true`,
  }
}

export function readReturn(search: URLSearchParams): PaymentReturn | null {
  const sessionId = search.get('session_id')
  const canceled = search.get('canceled') === 'true'
  return sessionId || canceled ? { sessionId, canceled } : null
}

export function stripReturn(search: URLSearchParams): URLSearchParams {
  return strip(search, ['session_id', 'canceled'])
}

/** Which creation the inputs are taken from. */
export function readSource(search: URLSearchParams): string | null {
  return search.get('from')
}

export function stripSource(search: URLSearchParams): URLSearchParams {
  return strip(search, ['from'])
}

function strip(search: URLSearchParams, names: string[]): URLSearchParams {
  const rest = new URLSearchParams(search)
  for (const name of names) rest.delete(name)
  return rest
}
