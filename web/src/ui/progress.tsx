/** Without a value the bar shows activity, not progress. */
export function Progress({ label, value }: { label: string; value?: number | undefined }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === undefined ? undefined : Math.round(value)}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className={`h-full rounded-full bg-accent transition-[width] duration-500 ease-out ${value === undefined ? 'w-1/3 animate-shimmer' : ''}`}
        style={value === undefined ? undefined : { width: `${Math.min(100, Math.max(0, value))}%` }}
      />
    </div>
  )
}
