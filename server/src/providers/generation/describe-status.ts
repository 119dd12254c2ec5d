import { isRetryableStatus, ProviderError } from './spec.ts'

interface AnswerFacts {
  retryAfterMs?: number | undefined
  body?: string | undefined
  cause?: unknown
}

// OpenAI "moderation_blocked", fal "content_policy_violation", Replicate and Google in prose.
const DECLINED = /moderation|content.?policy|safety|nsfw|prohibited|sensitive/i

/** Maps a vendor's error status to a ProviderError. */
export function describeStatus(status: number, facts: AnswerFacts): ProviderError {
  const { code, publicMessage } = tellStatus(status, facts.body)
  return new ProviderError(code, publicMessage, {
    retryable: isRetryableStatus(status),
    ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
    cause: facts.cause ?? new Error(`status ${status}`),
  })
}

export function describeUnreachable(cause: unknown): ProviderError {
  return new ProviderError('provider_unreachable', 'The generator could not be reached.', {
    retryable: true,
    cause,
  })
}

export function describeTimeout(): ProviderError {
  return new ProviderError('provider_timeout', 'The generator took too long to answer.', {
    retryable: true,
  })
}

function tellStatus(
  status: number,
  body: string | undefined,
): { code: string; publicMessage: string } {
  if (isRetryableStatus(status)) {
    return status === 429
      ? { code: 'provider_busy', publicMessage: 'The generator is very busy. Try again soon.' }
      : { code: 'provider_down', publicMessage: 'The generator has a problem at the moment.' }
  }
  if (status === 401 || status === 402 || status === 403) {
    const publicMessage = 'The generator is not available on this site at the moment.'
    return { code: 'provider_refused_account', publicMessage }
  }
  if (status === 404) {
    const publicMessage = 'The model this recipe uses is not available.'
    return { code: 'provider_model_unknown', publicMessage }
  }
  if (body && DECLINED.test(body)) {
    const publicMessage = 'The generator declined this content. Try other inputs.'
    return { code: 'provider_content_declined', publicMessage }
  }
  const publicMessage = 'The generator did not accept this request. Try other inputs.'
  return { code: 'provider_rejected', publicMessage }
}
