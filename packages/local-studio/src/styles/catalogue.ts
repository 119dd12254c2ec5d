/** Only the names, so that the server can list the styles without loading the painters. */
export const STYLES = [
  'landscape',
  'painterly',
  'poster',
  'emblem',
  'geometric',
  'abstract',
  'botanical',
  'cosmos',
] as const

export type StyleName = (typeof STYLES)[number]
