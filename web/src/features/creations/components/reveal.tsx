import { type ReactNode, useLayoutEffect, useRef } from 'react'

const FRAMES = [
  { filter: 'blur(36px)', opacity: 0.35, transform: 'scale(1.04)' },
  { filter: 'blur(0)', opacity: 1, transform: 'none' },
]

const MOMENT: KeyframeAnimationOptions = {
  duration: 1400,
  easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  fill: 'backwards',
}

/** Lets a result that has just arrived come out of a blur, once it has loaded; else shows it. */
export function Reveal({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = frame.current
    if (!isNew || !shown?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const moments = [shown.animate(FRAMES, MOMENT)]
    const veil = shown.querySelector('[data-veil]')
    if (veil) moments.push(veil.animate([{ opacity: 1 }, { opacity: 0 }], MOMENT))
    const picture = shown.querySelector('img')
    const begin = () => {
      for (const moment of moments) moment.play()
    }
    if (picture && !picture.complete) {
      for (const moment of moments) moment.pause()
      for (const end of ['load', 'error']) picture.addEventListener(end, begin, { once: true })
    }
    return () => {
      for (const moment of moments) moment.cancel()
      for (const end of ['load', 'error']) picture?.removeEventListener(end, begin)
    }
  }, [isNew])
  return <div ref={frame}>{children}</div>
}

/** The picture that was shown during the run; it fades out while the result fades in. */
export function Veil({ url }: { url: string }) {
  return (
    <img
      data-veil=""
      src={url}
      alt=""
      className="pointer-events-none absolute inset-0 size-full object-cover opacity-0"
    />
  )
}
