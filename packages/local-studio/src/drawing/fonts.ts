export type FontName =
  | 'Vignette Display'
  | 'Vignette Serif'
  | 'Vignette Serif Italic'
  | 'Vignette Sans'

/** Letters that the packaged fonts lack fall back to the machine's own fonts. */
export function font(name: FontName, size: number): string {
  return `${size}px "${name}", "DejaVu Sans", "Noto Sans", sans-serif`
}
