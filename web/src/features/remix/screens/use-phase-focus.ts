import { useEffect, useRef } from 'react'

/** Moves focus to the heading of what has just appeared. */
export function usePhaseFocus<T extends HTMLElement>(phase: string) {
  const heading = useRef<T>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [phase])
  return heading
}
