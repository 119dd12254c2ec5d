import type { Shared } from './build-share-links.ts'

type NativeOutcome = 'shared' | 'cancelled' | 'blocked' | 'unsupported'

export function canShareNatively(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.share === 'function'
}

function canShareFile(file: File): boolean {
  return canShareNatively() && Boolean(navigator.canShare?.({ files: [file] }))
}

/** "blocked" means that the browser needs a new tap, because fetching the file took too long. */
export async function shareNatively(shared: Shared, file?: File): Promise<NativeOutcome> {
  if (!canShareNatively()) return 'unsupported'
  const withFile = file && canShareFile(file)
  try {
    await navigator.share({
      title: shared.text,
      text: shared.text,
      url: shared.url,
      ...(withFile ? { files: [file] } : {}),
    })
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'AbortError') return 'cancelled'
    return name === 'NotAllowedError' ? 'blocked' : 'unsupported'
  }
}
