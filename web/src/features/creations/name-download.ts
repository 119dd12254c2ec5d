/**
 * The file name of a downloaded creation: its own name, with .mp4 for a film and .png for a
 * picture, or .pdf for a picture's printed page.
 */
export function nameDownload(creation: { id: string; video: string | null }, format?: 'pdf') {
  return `creation-${creation.id}.${format ?? (creation.video ? 'mp4' : 'png')}`
}

/** Without a given name: the name in Content-Disposition, else creation-{id}.file. */
export function nameFromDisposition(id: string, disposition: string | null): string {
  return readDisposition(disposition) ?? `creation-${id}.file`
}

function readDisposition(disposition: string | null): string | undefined {
  if (!disposition) return undefined
  const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1]
  if (encoded) {
    try {
      return plain(decodeURIComponent(encoded))
    } catch {
      // A broken escape: fall back to the plain name.
    }
  }
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (quoted !== undefined) return plain(quoted.replace(/\\(.)/g, '$1'))
  return plain(/filename\s*=\s*([^;\s]+)/i.exec(disposition)?.[1])
}

/** Removes folders from a name that another person chose. */
function plain(name: string | undefined): string | undefined {
  const last = name?.split(/[/\\]/).at(-1)?.trim()
  return last ? last : undefined
}
