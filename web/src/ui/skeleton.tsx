import type { CSSProperties } from 'react'
import { cx } from './class-names.ts'

/** What a screen is called while it loads: no moment of it is without its level-one heading. */
export function LoadingTitle({ children }: { children: string }) {
  return <h1 className="sr-only">{children}</h1>
}

export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <div
      aria-hidden
      className={cx('animate-shimmer bg-sunken [:where(&)]:rounded-md', className)}
      style={style}
    />
  )
}
