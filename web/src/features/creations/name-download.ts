/**
 * The file name of a downloaded creation: its own name, of one file of a set with its number, with
 * .mp4 for a film and .png for a picture, .pdf for a picture's printed page, .zip for a whole set.
 */
export function nameDownload(
  creation: { id: string; video: string | null },
  { format, file, film = creation.video !== null }: Wanted = {},
): string {
  const number = file && format !== 'zip' ? `-${file}` : ''
  return `creation-${creation.id}${number}.${format ?? (film ? 'mp4' : 'png')}`
}

interface Wanted {
  format?: 'pdf' | 'zip' | undefined
  /** Which file of a set, counted from 1. */
  file?: number | undefined
  film?: boolean | undefined
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
