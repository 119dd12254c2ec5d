import type { MediaView } from '@vignette/contract/entities.ts'
import { addressOf } from './address-of.ts'
import type { MediaRow } from './tables.ts'

interface MediaVariant {
  mediaId: string
  width: number
  format: 'webp' | 'avif'
}

function previewAddressOf(row: Pick<MediaRow, 'id' | 'token' | 'previewKey'>): string | null {
  return row.previewKey ? `/media/${row.id}/${row.token}-preview.webp` : null
}

function variantAddressOf(row: Pick<MediaRow, 'id' | 'token'>, variant: MediaVariant): string {
  return `/media/${row.id}/${row.token}-${variant.width}.${variant.format}`
}

/** `key` opens a private creation's media to the holders of its secret link. */
export function viewMedia(
  row: MediaRow,
  variants: readonly MediaVariant[],
  key?: string,
): MediaView {
  const suffix = key ? `?key=${encodeURIComponent(key)}` : ''
  const preview = previewAddressOf(row)
  return {
    id: row.id,
    kind: row.kind,
    url: addressOf(row) + suffix,
    content_type: row.contentType,
    uploaded: row.origin === 'upload',
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.durationMs,
    preview_url: preview && preview + suffix,
    placeholder: row.placeholder,
    variants: variants
      .filter((variant) => variant.mediaId === row.id)
      .map((variant) => ({
        url: variantAddressOf(row, variant) + suffix,
        width: variant.width,
        format: variant.format,
      })),
  }
}
