import type { LucideIcon } from 'lucide-react'

/** Icons only accompany words; a button with only an icon has an aria-label. */
export function Icon({
  of: Shape,
  size = 18,
  className,
  fill,
}: {
  of: LucideIcon
  size?: number
  className?: string | undefined
  fill?: string | undefined
}) {
  return (
    <Shape
      size={size}
      strokeWidth={1.75}
      aria-hidden
      focusable={false}
      className={className}
      {...(fill ? { fill } : {})}
    />
  )
}
