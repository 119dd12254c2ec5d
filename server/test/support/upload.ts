import sharp from 'sharp'
import { Browser } from './browser.ts'

interface Uploaded {
  id: string
  url: string
  content_type: string
  width: number
  height: number
  bytes: number
  duration_ms: number
  code: string
  error: string
}

export interface UploadOptions {
  name?: string
  type?: string
  browser?: Browser
  field?: string
  key?: string
  /** The client IP, as a trusted proxy reports it. */
  from?: string
}

export async function uploadTo(
  origin: string,
  kind: string,
  bytes: Uint8Array,
  options: UploadOptions = {},
) {
  const browser = options.browser ?? new Browser(origin)
  const form = new FormData()
  const file = new Blob([new Uint8Array(bytes)], { type: options.type ?? 'image/png' })
  form.append(options.field ?? 'file', file, options.name ?? 'a.png')
  const headers = {
    ...(options.key ? { 'idempotency-key': options.key } : {}),
    ...(options.from ? { 'x-forwarded-for': options.from } : {}),
  }
  return browser.json<Uploaded>(`/upload/${kind}`, { form, headers })
}

export function encodePicture(format: 'png' | 'jpeg' | 'webp' | 'gif', width = 120, height = 80) {
  const base = sharp({ create: { width, height, channels: 3, background: '#3a7bd5' } })
  return base.toFormat(format).toBuffer()
}

/** Noise, which compresses badly and is slow to encode and decode in every format. */
export function drawNoise(side: number, height = side) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({
    create: { width: side, height, channels: 3, background: '#888', noise },
  })
}
