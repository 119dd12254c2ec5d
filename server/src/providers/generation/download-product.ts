import { DownloadError } from '../../platform/http-client/download-error.ts'
import {
  type DownloadedMedia,
  type DownloadOptions,
  downloadMedia,
} from '../../platform/http-client/download-media.ts'
import { type Product, ProviderError } from './spec.ts'

interface ProductLimits extends Omit<DownloadOptions, 'family' | 'headers' | 'maxBytes'> {
  maxBytes: { image: number; video: number }
}

/** Downloads a product by its address; throws ProviderError, or the signal's reason when aborted. */
export async function downloadProduct(
  product: Extract<Product, { from: 'address' }>,
  limits: ProductLimits,
): Promise<DownloadedMedia> {
  try {
    return await downloadMedia(product.url, {
      ...limits,
      ...product.reach,
      maxBytes: limits.maxBytes[product.kind],
      family: product.kind,
      ...(product.headers ? { headers: product.headers } : {}),
    })
  } catch (error) {
    if (error instanceof DownloadError) throw describeDownloadError(error)
    throw error
  }
}

export function describeDownloadError(error: DownloadError): ProviderError {
  const publicMessage =
    error.fault === 'wrong_media' || error.fault === 'encoded'
      ? 'The generator returned a file we cannot use.'
      : error.fault === 'too_large'
        ? 'The generated file is too large.'
        : 'The generated file could not be fetched.'
  return new ProviderError(`download_${error.fault}`, publicMessage, {
    retryable: error.retryable,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    cause: error,
  })
}
