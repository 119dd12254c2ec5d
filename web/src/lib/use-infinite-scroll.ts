import { INFINITE_SCROLL_MARGIN_PX } from '@vignette/contract/limits.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'

const never = () => () => undefined
const canObserve = () => typeof IntersectionObserver !== 'undefined'

/**
 * Calls `onReach` when the returned sentinel is within 100 px of the viewport. Without an observer,
 * `supported` is false and the screen offers a button.
 */
export function useInfiniteScroll(onReach: () => void, enabled: boolean) {
  const sentinel = useRef<HTMLDivElement>(null)
  const latest = useRef(onReach)
  const supported = useSyncExternalStore(never, canObserve, () => true)
  useEffect(() => {
    latest.current = onReach
  })
  useEffect(() => {
    const element = sentinel.current
    if (!enabled || !supported || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { rootMargin: `${INFINITE_SCROLL_MARGIN_PX}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [enabled, supported])
  return { sentinel, supported }
}
