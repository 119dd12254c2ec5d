import type { ReactNode } from 'react'
import { creationCardHeight } from './creation-card.tsx'

const ROW = 8
const GAP = 16

/**
 * A masonry of known heights with CSS grid alone: rows of 8 px, each entry spans as many as its
 * height. The server can already lay out the page, and an appended page moves no visible entry.
 */
export function Gallery<T>({
  items,
  keyOf,
  label,
  children,
}: {
  items: readonly T[]
  keyOf: (item: T) => string
  label: string
  children: (item: T, index: number) => ReactNode
}) {
  return (
    <ul
      aria-label={label}
      className="-mb-4 grid grid-cols-1 gap-x-4 min-[360px]:grid-cols-2 md:grid-cols-3 xl:grid-cols-4"
      style={{ gridAutoRows: ROW }}
    >
      {items.map((item, index) => (
        <li
          key={keyOf(item)}
          style={{ gridRow: `span ${(creationCardHeight(index) + GAP) / ROW}` }}
        >
          {children(item, index)}
        </li>
      ))}
    </ul>
  )
}

export function GallerySkeleton({ count = 8 }: { count?: number }) {
  return (
    <div
      role="status"
      className="grid grid-cols-1 gap-x-4 min-[360px]:grid-cols-2 md:grid-cols-3 xl:grid-cols-4"
      style={{ gridAutoRows: ROW }}
    >
      <span className="sr-only">Loading creations...</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className="animate-shimmer rounded-lg bg-sunken"
          style={{
            height: creationCardHeight(index),
            gridRow: `span ${(creationCardHeight(index) + GAP) / ROW}`,
          }}
        />
      ))}
    </div>
  )
}
