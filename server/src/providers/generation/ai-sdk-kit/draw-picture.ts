import type { ImageModel } from 'ai'
import type { Outcome, StepCall } from '../spec.ts'
import { callVendor } from './call-vendor.ts'
import { generatePicture, type PictureRequest } from './generate-picture.ts'
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
