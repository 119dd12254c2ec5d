/** Names alone, so that the server knows the styles without loading the painters. */
export const STYLES = [
  'landscape',
  'painterly',
  'poster',
  'geometric',
  'abstract',
  'botanical',
  'cosmos',
] as const

export type StyleName = (typeof STYLES)[number]
