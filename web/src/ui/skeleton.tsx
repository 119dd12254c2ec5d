import type { CSSProperties } from 'react'
import { cx } from './class-names.ts'

/** A loading screen's title: the page always has a level-one heading. */
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
