import type { QueryClient } from '@tanstack/react-query'
import type { MediaView } from '@vignette/contract/entities.ts'
import { pictureSizes, sizeAddress } from '@vignette/contract/picture-sizes.ts'

/** The answers that a page was rendered with, by their keys, and when they were given. */
export interface PageState {
  at: number
  answers: (readonly [key: readonly unknown[], data: unknown])[]
}

export function fillClient(client: QueryClient, { at, answers }: PageState): void {
  for (const [key, data] of answers) client.setQueryData(key, data, { updatedAt: at })
}

/** JSON in which a file has its own address alone, since those of its sizes follow from it. */
export function writeState(state: PageState): string {
  return JSON.stringify(state, (_, value: unknown) =>
    isFile(value) && isByRule(value) ? { ...value, preview_url: undefined, variants: RULE } : value,
  )
}

export function readState(text: string): PageState {
  return JSON.parse(text, (_, value: unknown) =>
    isFile(value) && value.variants === RULE ? { ...value, ...sizesOf(value) } : value,
  ) as PageState
}

const RULE = 'rule'

type Sizes = Pick<MediaView, 'preview_url' | 'variants'>

/** What tells a stored file from other objects. */
interface File {
  url: string
  width: number
  preview_url?: unknown
  variants: unknown
}

function isFile(value: unknown): value is File {
  if (typeof value !== 'object' || value === null || !('variants' in value)) return false
  const { url, width } = value as Partial<Record<string, unknown>>
  return typeof url === 'string' && typeof width === 'number'
}

function isByRule({ url, width, preview_url, variants }: File): boolean {
  return JSON.stringify({ preview_url, variants }) === JSON.stringify(sizesOf({ url, width }))
}

function sizesOf({ url, width }: { url: string; width: number }): Sizes {
  const variants = pictureSizes(width).map((size) => ({
    url: sizeAddress(url, size.width, size.format),
    ...size,
  }))
  return { preview_url: sizeAddress(url, 'preview', 'webp'), variants }
}
