import { generateImage, type ImageModel } from 'ai'
import { isFamily, sniffMedia } from '../../../platform/http-client/sniff-media.ts'
import { type MediaInput, type Outcome, ProviderError } from '../spec.ts'

type ImageRequest = Parameters<typeof generateImage>[0]

export interface PictureRequest {
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
