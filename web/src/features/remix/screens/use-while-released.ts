import { useEffect, useState } from 'react'

/**
 * The value, which stays as it was while a pointer is down: a line that came meanwhile would move
 * the pressed button away, and the press would do nothing.
 */
export function useWhileReleased<T>(value: T): T {
  const [isPressed, setIsPressed] = useState(false)
  const [shown, setShown] = useState(value)
  useEffect(() => {
    let timer = 0
    const press = () => {
      clearTimeout(timer)
      setIsPressed(true)
    }
    // The click follows the release in the same task.
    const release = () => {
      timer = window.setTimeout(() => setIsPressed(false))
    }
    const ends = new AbortController()
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, release, { signal: ends.signal })
    addEventListener('pointerdown', press, { signal: ends.signal })
    return () => {
      clearTimeout(timer)
      ends.abort()
    }
  }, [])
  // Not in an effect: React would show the value a moment later, when a pointer may be down.
  if (!isPressed && shown !== value) setShown(value)
  return isPressed ? shown : value
}
