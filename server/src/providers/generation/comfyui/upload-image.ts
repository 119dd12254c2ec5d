import { z } from 'zod'
import type { MediaInput } from '../spec.ts'
import type { ComfyUiOptions } from './options.ts'
import { requestComfy } from './request.ts'

const uploaded = z.looseObject({ name: z.string().min(1), subfolder: z.string().default('') })

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** Uploads the picture; answers the name for a LoadImage node. */
export async function uploadImage(
  options: ComfyUiOptions,
  image: MediaInput,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData()
  const blob = new Blob([new Uint8Array(await image.bytes())], { type: image.contentType })
  form.set('image', blob, `${name}.${EXTENSIONS[image.contentType] ?? 'png'}`)
  form.set('type', 'input')
  // The name belongs to one step of one job, so a retry writes the same bytes again.
  form.set('overwrite', 'true')
  const request = { method: 'POST', path: '/upload/image', body: form, signal } as const
  const stored = await requestComfy(options, request, uploaded)
  return stored.subfolder ? `${stored.subfolder}/${stored.name}` : stored.name
}
