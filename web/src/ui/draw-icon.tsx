import type { ReactNode } from 'react'

interface Appearance {
  size: number
  className?: string | undefined
  fill?: string | undefined
}

export type IconShape = (appearance: Appearance) => ReactNode

/** Makes an icon of its strokes, in the colour of the words beside the icon. */
export function drawIcon(strokes: ReactNode): IconShape {
  return ({ size, className, fill = 'none' }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={fill}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
      className={className}
    >
      {strokes}
    </svg>
  )
}
