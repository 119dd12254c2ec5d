/** The name a creation is saved under: its own, for a film .mp4 and for a picture .png. */
export function nameDownload(creation: { id: string; video: string | null }): string {
  return `creation-${creation.id}${creation.video ? '.mp4' : '.png'}`
}

/** Without a wanted name: what Content-Disposition says, else creation-{id}.file. */
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
      // A broken escape: the plain name below still counts.
    }
  }
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (quoted !== undefined) return plain(quoted.replace(/\\(.)/g, '$1'))
  return plain(/filename\s*=\s*([^;\s]+)/i.exec(disposition)?.[1])
}

/** No folder may ride along in a name that somebody else chose. */
function plain(name: string | undefined): string | undefined {
  const last = name?.split(/[/\\]/).at(-1)?.trim()
  return last ? last : undefined
}
