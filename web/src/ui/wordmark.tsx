import { useShop } from '../lib/shop.ts'

/** An eyepiece: the ring is the lens, the dot is the only accent. */
export function Wordmark() {
  const { name } = useShop()
  return (
    <span className="flex items-center gap-2.5 text-lg font-semibold tracking-[-0.025em]">
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden>
        <circle cx="11" cy="11" r="9.4" fill="none" stroke="currentColor" strokeWidth="2.2" />
        <circle cx="11" cy="11" r="3.6" fill="var(--accent)" />
      </svg>
      {name}
    </span>
  )
}
