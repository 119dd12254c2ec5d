import { useCallback, useEffect, useRef } from 'react'

/** What the history keeps of an entry of this page: its part, and the part of the entry before. */
interface Entry {
  part?: number
  before?: number
}

const readEntry = () => (history.state ?? {}) as Entry

/**
 * An entry of the browser's history for each part of the page, so that Back leads to the part
 * before. `onTurn` shows a part and says whether it could; a part that is gone is passed over.
 */
export function useStepHistory(part: number | undefined, onTurn: (part: number) => boolean): void {
  const now = useRef({ part, onTurn })
  now.current = { part, onTurn }
  const isNew = useRef(true)
  /** True while this page itself goes back, until the browser says that it did. */
  const isGoing = useRef(false)

  const follow = useCallback(() => {
    const { part: shown } = now.current
    if (shown === undefined || isGoing.current) return
    const entry = readEntry()
    if (isNew.current || entry.part === undefined) {
      if (entry.part !== shown)
        history.replaceState({ ...history.state, part: shown, before: undefined }, '')
    } else if (entry.before === shown) {
      isGoing.current = true
      history.back()
    } else if (entry.part !== shown) {
      history.pushState({ ...history.state, part: shown, before: entry.part }, '')
    }
    isNew.current = false
  }, [])
  useEffect(follow, [part])

  useEffect(() => {
    const page = location.pathname
    const hear = () => {
      const { part: wanted } = readEntry()
      if (location.pathname !== page || wanted === undefined) return
      if (isGoing.current) {
        isGoing.current = false
        follow()
      } else if (!now.current.onTurn(wanted)) history.back()
    }
    addEventListener('popstate', hear)
    return () => removeEventListener('popstate', hear)
  }, [follow])
}
