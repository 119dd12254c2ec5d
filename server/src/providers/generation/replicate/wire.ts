import { z } from 'zod'
import { sendCancel } from '../ai-sdk-kit/call-vendor.ts'
import type { FetchRules } from '../ai-sdk-kit/observe-fetch.ts'
import { DEFAULTS, requireKey, type VendorOptions } from '../ai-sdk-kit/vendor-options.ts'

const API = 'https://api.replicate.com/v1'

// Answers name the public API as the address of a prediction, even behind a proxy.
export function replicateEndpoints(options: VendorOptions): {
  baseURL: string
  api: FetchRules['api']
} {
  return { baseURL: API, api: [{ from: API, to: options.baseUrl ?? API }] }
}

const predictionSchema = z.looseObject({ id: z.string(), status: z.string() })

/** https://replicate.com/docs/reference/http#predictions.cancel */
export async function cancelPrediction(options: VendorOptions, id: string): Promise<void> {
  const address = `${API}/predictions/${encodeURIComponent(id)}/cancel`
  const headers = { authorization: `Bearer ${requireKey(options.apiKey)}` }
  await sendCancel(options, replicateEndpoints(options).api, { method: 'POST', address, headers })
}

/** Converts two forms that the SDK cannot read: a list of one output, and the status "aborted". */
export async function straightenPrediction(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const text = await answer.text()
  const { status, statusText, headers } = answer
  return new Response(straightenText(text), { status, statusText, headers })
}

function straightenText(text: string): string {
  const read = predictionSchema.safeParse(parseJson(text))
  if (!read.success) return text
  const { output } = read.data
  const status = read.data.status === 'aborted' ? 'canceled' : read.data.status
  const first = Array.isArray(output) ? { output: output[0] } : {}
  return JSON.stringify({ ...read.data, ...first, status })
}

/** Reads the id of the prediction that a picture request started, so that an abort can stop it. */
export async function readPredictionId(answer: Response): Promise<string | undefined> {
  const read = predictionSchema.safeParse(parseJson(await answer.clone().text()))
  return read.success ? read.data.id : undefined
}

export function callTimeout(options: VendorOptions): number {
  return options.callTimeoutMs ?? DEFAULTS.callTimeoutMs
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
