import type { PaymentReturn } from '../machine-context.ts'

/** The gateway replaces this text by the session's id. */
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

/** The creation whose inputs prefill the wizard. */
export function readSource(search: URLSearchParams): string | null {
  return search.get('from')
}

const GIVEN = 'input.'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The values of single inputs that a link or form gives: `?input.town=Hastings`. */
export function readGiven(search: URLSearchParams): Record<string, string> | null {
  const given = [...search].flatMap(([name, value]) =>
    name.startsWith(GIVEN) && value.trim() ? [[name.slice(GIVEN.length), value] as const] : [],
  )
  return given.length > 0 ? Object.fromEntries(given) : null
}

/** What the picture was drawn from that the visitor saw before. */
export function readDrawing(search: URLSearchParams): string | null {
  const drawing = search.get('drawing') ?? ''
  return UUID.test(drawing) ? drawing : null
}

/** Whether the source's inputs are to run again at once. */
export function readAgain(search: URLSearchParams): boolean {
  return search.has('again')
}

export function stripSource(search: URLSearchParams): URLSearchParams {
  const given = [...search.keys()].filter((name) => name.startsWith(GIVEN))
  return strip(search, ['from', 'again', 'drawing', ...given])
}

function strip(search: URLSearchParams, names: string[]): URLSearchParams {
  const rest = new URLSearchParams(search)
  for (const name of names) rest.delete(name)
  return rest
}
