import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type BriefCache, createBriefCache } from '../platform/http/brief-cache.ts'

const compress = promisify(brotliCompress)

export interface Page {
  status: number
  body: Buffer
  etag: string
  packed: Promise<Buffer>
}

export function buildPage(status: number, html: string): Page {
  const body = Buffer.from(html)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  let packing: Promise<Buffer> | undefined
  return {
    status,
    body,
    etag,
    /** Made for the first browser that takes it, then kept with the page. */
    get packed() {
      packing ??= compress(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
      return packing
    },
  }
}

export type PageCache = BriefCache<Page>

/** Pages that are the same for everybody, kept unless they tell of a fault. */
export function createPageCache(options: {
  lifeMs: number
  entries: number
  now?: () => number
}): PageCache {
  return createBriefCache({ ...options, isFault: (page: Page) => page.status >= 500 })
}
