import { isRetryableStatus, ProviderError } from './spec.ts'

interface AnswerFacts {
  retryAfterMs?: number | undefined
  body?: string | undefined
  cause?: unknown
  /** The vendor's own words, without secrets and buyers' inputs. */
  words?: string | undefined
}

// OpenAI "moderation_blocked", fal "content_policy_violation", Replicate and Google in prose.
const DECLINED = /moderation|content.?policy|safety|nsfw|prohibited|sensitive/i

/** Maps a vendor's error status to a ProviderError. */
export function describeStatus(status: number, facts: AnswerFacts): ProviderError {
  const { code, publicMessage, byRecipe } = classifyStatus(status, facts.body)
  return new ProviderError(code, publicMessage, {
    retryable: isRetryableStatus(status),
    byRecipe,
    told: facts.words
      ? `The generator answered ${status}: ${facts.words}`
      : `${publicMessage} (It answered ${status}.)`,
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

function classifyStatus(
  status: number,
  body: string | undefined,
): { code: string; publicMessage: string; byRecipe?: boolean } {
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
    return { code: 'provider_model_unknown', publicMessage, byRecipe: true }
  }
  if (body && DECLINED.test(body)) {
    const publicMessage = 'The generator declined this content. Try other inputs.'
    return { code: 'provider_content_declined', publicMessage }
  }
  const publicMessage = 'The generator did not accept this request. Try other inputs.'
  return { code: 'provider_rejected', publicMessage }
}

const MOST_WORDS = 300

/** The sentence in a vendor's answer: vendors write it as `error.message`, `detail`, `error` or `title`. */
export function readVendorWords(body: string | undefined): string | undefined {
  if (!body) return undefined
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    // A page of something in between says nothing of the recipe.
    return undefined
  }
  return findWords(read)?.replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS) || undefined
}

function findWords(read: unknown): string | undefined {
  if (typeof read === 'string') return read
  if (Array.isArray(read)) {
    const [first] = read.flatMap((one) => findWords(one) ?? [])
    return first
  }
  if (typeof read !== 'object' || read === null) return undefined
  const parts = read as Record<string, unknown>
  for (const name of ['error', 'message', 'msg', 'detail', 'title']) {
    const words = findWords(parts[name])
    if (words) return words
  }
  return undefined
}
