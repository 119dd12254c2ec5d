import { Button } from './button.tsx'
import { cx } from './class-names.ts'

/** A plain form that opens Discover with the words searched for. */
export function SearchForm({ className }: { className?: string }) {
  return (
    <form action="/workflows" role="search" className={cx('flex gap-3', className)}>
      <input
        name="q"
        type="search"
        aria-label="Search recipes"
        placeholder="Search recipes"
        className="h-11 min-w-0 flex-1 rounded-full border border-line-strong bg-surface px-5"
      />
      <Button type="submit" kind="secondary">
        Search
      </Button>
    </form>
  )
}
