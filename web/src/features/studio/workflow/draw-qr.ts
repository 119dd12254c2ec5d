import { encodeQr } from '../../../lib/encode-qr.ts'

/** The white edge that a reader needs, in modules. */
const QUIET = 4

/** A QR code as an SVG file; undefined for an address that is too long. */
export function drawQr(text: string): string | undefined {
  const rows = encodeQr(text)
  if (!rows) return undefined
  const size = rows.length + 2 * QUIET
  const path = rows
    .flatMap((row, y) => row.map((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}
