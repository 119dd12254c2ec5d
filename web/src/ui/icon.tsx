import type { IconShape } from './draw-icon.tsx'

/** Icons only accompany words; a button with only an icon has an aria-label. */
export function Icon({
  of: Shape,
  size = 18,
  className,
  fill,
}: {
  of: IconShape
  size?: number
  className?: string | undefined
  fill?: string | undefined
}) {
  return <Shape size={size} className={className} fill={fill} />
}
