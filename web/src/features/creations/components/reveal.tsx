import { type ReactNode, useLayoutEffect, useRef } from 'react'

const FRAMES = [
  { filter: 'blur(36px)', opacity: 0.35, transform: 'scale(1.04)' },
  { filter: 'blur(0)', opacity: 1, transform: 'none' },
]

/** Lets a result that has just arrived come out of a blur, once it has loaded; else shows it. */
export function Reveal({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = frame.current
    if (!isNew || !shown?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const moment = shown.animate(FRAMES, {
      duration: 1400,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
      fill: 'backwards',
    })
    const picture = shown.querySelector('img')
    const begin = () => moment.play()
    if (picture && !picture.complete) {
      moment.pause()
      for (const end of ['load', 'error']) picture.addEventListener(end, begin, { once: true })
    }
    return () => {
      moment.cancel()
      for (const end of ['load', 'error']) picture?.removeEventListener(end, begin)
    }
  }, [isNew])
  return <div ref={frame}>{children}</div>
}
