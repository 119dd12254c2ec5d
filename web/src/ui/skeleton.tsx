import type { CSSProperties } from 'react'
import { cx } from './class-names.ts'

export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <div
      aria-hidden
      className={cx('animate-shimmer bg-sunken [:where(&)]:rounded-md', className)}
      style={style}
    />
  )
}
