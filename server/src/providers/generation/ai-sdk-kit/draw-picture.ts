import { generateImage, type ImageModel } from 'ai'
import { isFamily, sniffMedia } from '../../../platform/http-client/download-error.ts'
import {
  type GenerationProvider,
  type MediaInput,
  type Outcome,
  ProviderError,
  type StepCall,
} from '../spec.ts'
import { callVendor } from './call-vendor.ts'
import { DEFAULTS, requireKey, type VendorOptions } from './vendor-options.ts'

interface PictureVendor {
  /** The vendor's API, unless the options replace its address. */
  api: string
  model(line: { apiKey: string; baseURL: string; fetch: typeof fetch }): ImageModel
  settings: PictureRequest['settings']
}

/** Asks a vendor for a picture that comes with the answer, of the step's prompt and input pictures. */
export function drawPicture(
  options: VendorOptions,
  call: StepCall,
  signal: AbortSignal,
  vendor: PictureVendor,
): Promise<Outcome> {
  const apiKey = requireKey(options.apiKey)
  const baseURL = options.baseUrl ?? vendor.api
  const timeoutMs = options.pictureTimeoutMs ?? DEFAULTS.pictureTimeoutMs
  const api = [{ from: baseURL, to: baseURL }]
  const hide = [apiKey, call.prompt]
  return callVendor(options, { signal, timeoutMs, api, hide }, ({ fetch, abortSignal }) =>
    generatePicture({
      model: vendor.model({ apiKey, baseURL, fetch }),
      prompt: call.prompt,
      images: [call.firstImage, call.lastImage],
      abortSignal,
      settings: vendor.settings,
    }),
  )
}

type ImageRequest = Parameters<typeof generateImage>[0]

interface PictureRequest {
  model: ImageModel
  prompt: string | undefined
  images: readonly (MediaInput | undefined)[]
  settings: Pick<ImageRequest, 'size' | 'aspectRatio' | 'seed' | 'providerOptions' | 'headers'>
  abortSignal: AbortSignal
}

/** Asks an SDK image model for one picture and checks its magic bytes. */
export async function generatePicture(request: PictureRequest): Promise<Outcome> {
  const given = request.images.filter((image) => image !== undefined)
  const images = await Promise.all(given.map((image) => image.bytes()))
  const text = request.prompt
  const { image } = await generateImage({
    model: request.model,
    prompt: images.length > 0 ? { images, ...(text ? { text } : {}) } : (text ?? ''),
    n: 1,
    // Only the job layer retries, with its own backoff and limit.
    maxRetries: 0,
    abortSignal: request.abortSignal,
    ...request.settings,
  })
  const bytes = Buffer.from(image.uint8Array)
  if (!isFamily(await sniffMedia(bytes), 'image')) {
    throw new ProviderError(
      'provider_wrong_media',
      'The generator returned a file we cannot use.',
      {
        retryable: false,
      },
    )
  }
  return { state: 'done', product: { from: 'bytes', kind: 'image', bytes } }
}

/** For vendors that answer with the picture itself, so that no operation exists. */
export const doneAtOnce: Pick<GenerationProvider, 'check' | 'cancel'> = {
  check: () =>
    Promise.reject(
      new ProviderError('operation_unknown', 'This generation can not be resumed.', {
        retryable: false,
      }),
    ),
  cancel: () => Promise.resolve(),
}
