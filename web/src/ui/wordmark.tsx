import { useShop } from '../lib/shop.ts'

/** The operator's logo, or the name beside a mark: an eyepiece, whose ring is the lens and whose dot is the only accent. */
export function Wordmark() {
  const { name, logo, icon } = useShop()
  if (logo)
    return <img src={logo} alt={name} className="block h-8 max-w-44 object-contain object-left" />
  return (
    <span className="flex min-w-0 items-center gap-2.5 text-lg font-semibold tracking-[-0.025em]">
      {icon ? (
        <img
          src={icon}
          alt=""
          width="22"
          height="22"
          className="size-5.5 shrink-0 object-contain"
        />
      ) : (
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden className="shrink-0">
          <circle cx="11" cy="11" r="9.4" fill="none" stroke="currentColor" strokeWidth="2.2" />
          <circle cx="11" cy="11" r="3.6" fill="var(--accent)" />
        </svg>
      )}
      <span className="truncate">{name}</span>
    </span>
  )
}
