import type { IncomingHttpHeaders } from 'node:http'

/** Whether a browser fetches the address ahead, before a person has opened it. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => headers[name]?.includes('prefetch'))
}

/** Whether the address is opened as a page of its own: neither fetched ahead, nor shown as a picture or frame of another page. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const place = headers['sec-fetch-dest']
  return !isPrefetch(headers) && (place === undefined || place === 'document')
}
