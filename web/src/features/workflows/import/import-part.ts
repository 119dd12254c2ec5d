import { readComfyJson } from '@vignette/contract/comfy-file.ts'
import type { Answer } from '../../../lib/client.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

export type ImportedDocument = NonNullable<Answer<'importWorkflow'>['document']>

/** The dialog with its own chunk; the mark lets pages that do not use it leave it out. */
export const ImportDialog = /* @__PURE__ */ lazyPart(
  async () => (await import('./import-dialog.tsx')).ImportDialog,
)

/** What a file chooser offers. */
export const COMFY_ACCEPT = '.json,.png,.webp,application/json,image/png,image/webp'

/** The file as the server takes it, or the text of any other JSON file. */
export async function readChosen(file: File): Promise<{ comfy: Blob } | { text: string }> {
  const picture = /\.(png|webp)$/i.exec(file.name)?.[1]
  if (picture) return { comfy: new Blob([file], { type: `image/${picture.toLowerCase()}` }) }
  const text = await file.text()
  return isComfy(text) ? { comfy: new Blob([text], { type: 'application/json' }) } : { text }
}

function isComfy(text: string): boolean {
  try {
    return readComfyJson(JSON.parse(text)) !== undefined
  } catch {
    return false
  }
}
