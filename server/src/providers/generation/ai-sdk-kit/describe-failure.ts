import { APICallError, NoImageGeneratedError } from 'ai'
import { DownloadError } from '../../../platform/http-client/download-error.ts'
import { parseRetryAfter } from '../../../platform/http-client/parse-retry-after.ts'
import { describeStatus, describeUnreachable, readVendorWords } from '../describe-status.ts'
import { describeDownloadError } from '../download-product.ts'
import { ProviderError } from '../spec.ts'

/** Maps any error of the SDK to a ProviderError; texts in `hide` never reach a log. */
export function describeFailure(error: unknown, hide: readonly string[]): ProviderError {
  const download = findDownloadError(error)
  if (download) return describeDownloadError(download)
  if (error instanceof ProviderError) return error
  const cause = describeCause(error, hide)
  if (APICallError.isInstance(error)) return describeApiCall(error, cause, hide)
  if (NoImageGeneratedError.isInstance(error)) {
    return new ProviderError(
      'provider_no_result',
      'The generator returned no picture. It may have declined this content; try other inputs.',
      { retryable: false, cause },
    )
  }
  return new ProviderError('provider_failed', 'The generator could not complete this request.', {
    retryable: false,
    cause,
  })
}

function describeApiCall(
  error: APICallError,
  cause: Error,
  hide: readonly string[],
): ProviderError {
  const { statusCode, responseHeaders, responseBody } = error
  if (statusCode !== undefined && statusCode >= 400) {
    const retryAfterMs = parseRetryAfter(responseHeaders?.['retry-after'], new Date())
    const words = readVendorWords(hideIn(responseBody, hide))
    return describeStatus(statusCode, { retryAfterMs, body: responseBody, cause, words })
  }
  // The SDK marks a truncated answer as retryable, and a complete but unreadable answer as not.
  if (statusCode === undefined || error.isRetryable) return describeUnreachable(cause)
  return new ProviderError(
    'provider_garbled',
    'The generator returned an answer we could not read.',
    { retryable: false, cause },
  )
}

function findDownloadError(error: unknown): DownloadError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DownloadError) return each
    // The SDK checks addresses itself before it calls our fetch.
    if (each.name === 'AI_DownloadError') {
      return new DownloadError('address_refused', each.message, { retryable: false })
    }
  }
  return undefined
}

/** SDK errors carry the whole request with prompts and pictures, so only the vendor's message is kept. */
export function describeCause(error: unknown, hide: readonly string[]): Error {
  let text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  if (APICallError.isInstance(error)) {
    text = `status ${error.statusCode ?? 'none'}, ${text}, ${error.responseBody ?? ''}`
  }
  return new Error(hideIn(text, hide).slice(0, 500))
}

export function hideIn<Text extends string | undefined>(text: Text, hide: readonly string[]): Text {
  let shown = text
  for (const secret of hide.filter(Boolean)) {
    // A vendor may quote the prompt with escaped quotes and line breaks.
    const escaped = JSON.stringify(secret).slice(1, -1)
    shown = shown?.replaceAll(secret, '[hidden]').replaceAll(escaped, '[hidden]') as Text
  }
  return shown
}
