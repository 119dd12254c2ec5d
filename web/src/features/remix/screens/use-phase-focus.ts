import { useEffect, useRef } from 'react'

/** Moves focus to the heading of what has just appeared, but not on the page's first showing. */
export function usePhaseFocus<T extends HTMLElement>(phase: string, skipFirst = false) {
  const heading = useRef<T>(null)
  const first = useRef(skipFirst)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [phase])
  return heading
}
