import { useEffect, useRef } from 'react'

/** Moves the focus to the heading of a new phase. */
export function usePhaseFocus<T extends HTMLElement>(phase: string) {
  const heading = useRef<T>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [phase])
  return heading
}
