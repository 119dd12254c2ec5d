import { xml } from '@vignette/contract/html.ts'
import { encode } from 'uqr'

/** Version 9 is the largest that a phone reads easily from a printed page. */
const LARGEST_VERSION = 9
/** The white edge that a reader needs, in modules. */
const QUIET = 4

/** A QR code as an SVG file; undefined for an address that is too long. */
export function drawQr(text: string): string | undefined {
  const code = encodeSmall(text)
  if (!code) return undefined
  const { size, data } = code
  const path = data
    .flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return xml`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`.toString()
}

function encodeSmall(text: string) {
  try {
    return encode(text, { ecc: 'M', boostEcc: false, border: QUIET, maxVersion: LARGEST_VERSION })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
