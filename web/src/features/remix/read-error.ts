import type { ErrorDetail } from '@vignette/contract/errors.ts'
import type { WizardStep } from './wizard/step.ts'

/** The fields of a failed call, from any layer. */
interface CallFailure {
  status?: unknown
  code?: unknown
  message?: unknown
  details?: unknown
}

export const GENERIC = 'Unknown error occurred'

export function errorStatus(error: unknown): number | null {
  const { status } = asFailure(error)
  return typeof status === 'number' ? status : null
}

export function errorCode(error: unknown): string | null {
  const { code } = asFailure(error)
  return typeof code === 'string' ? code : null
}

/** Whether the server may have acted without its answer reaching the browser. */
export function isAnswerUnknown(error: unknown): boolean {
  const status = errorStatus(error)
  if (status === null || status === 0 || status === 408 || status === 504) return true
  // Answered by a proxy; our own server's answer has a code.
  return (status === 502 || status === 503) && errorCode(error) === null
}

/**
 * The steps with a refused input, with each reason; empty if the server refused for another reason.
 */
export function findRefusals(
  steps: readonly WizardStep[],
  error: unknown,
): { index: number; error: string }[] {
  const { details } = asFailure(error)
  if (!Array.isArray(details)) return []
  return (details as ErrorDetail[]).flatMap(({ path, message }) => {
    const index = steps.findIndex((step) => path === `user_inputs.${step.key}`)
    const name = `${steps[index]?.title}: `
    // The field's own error need not repeat the field's name.
    const words = message.startsWith(name) ? message.slice(name.length) : message
    return index < 0 ? [] : [{ index, error: words }]
  })
}

/** A job's error: an object with a message, or a string that may be JSON with message or code. */
export function readJobError(error: unknown): string {
  if (typeof error === 'string') return readText(error) ?? 'Job failed'
  const { message, code } = asFailure(error)
  if (typeof message === 'string' && message) return message
  return typeof code === 'string' && code ? code : 'Job failed'
}

function readText(text: string): string | null {
  const trimmed = text.trim()
  if (!trimmed) return null
  try {
    const { message, code } = asFailure(JSON.parse(trimmed))
    if (typeof message === 'string' && message) return message
    if (typeof code === 'string' && code) return code
  } catch {
    return trimmed
  }
  return trimmed
}

function asFailure(error: unknown): CallFailure {
  return typeof error === 'object' && error !== null ? (error as CallFailure) : {}
}
