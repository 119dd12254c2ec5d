import { createUuid } from '../../../lib/browser.ts'
import { sendFile } from '../upload/send-file.ts'
import { type UploadError, uploadFile, waitFor } from '../upload/upload-file.ts'
import type { InlineImage } from '../wizard/inputs.ts'
import type { FileValue } from '../wizard/step.ts'

/** Uploads an edited picture as a file. */
export async function uploadInlineImage(
  { file }: InlineImage,
  signal: AbortSignal,
): Promise<FileValue> {
  const edited = fileOfInline(file)
  const answer = await uploadFile(
    {
      kind: 'image',
      file: edited,
      idempotencyKey: createUuid(),
      signal,
      onProgress: () => undefined,
    },
    sendFile,
    waitFor,
  ).catch((error: UploadError) => {
    throw error.status ? new Error(`Upload failed: ${error.status}`) : error
  })
  return { ...file, url: answer.url, id: answer.id, fileSize: answer.bytes }
}

export function fileOfInline({ url, fileName }: FileValue): File {
  const blob = readDataUrl(url)
  return new File([blob], fileName, { type: blob.type })
}

/** Decoded by hand, because the page's Content-Security-Policy forbids fetching data URLs. */
export function readDataUrl(url: string): Blob {
  const [head = '', body = ''] = url.split(',', 2)
  const type = /^data:([^;]+);base64$/.exec(head)?.[1]
  if (!type) throw new Error('Failed to generate image')
  return new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))], { type })
}
