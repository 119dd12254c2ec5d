import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** The page of an address that names nothing: says what is missing, and offers ways on and the search. */
export function NotFound({
  eyebrow = 'Nothing in this frame.',
  title,
  action,
  children,
}: {
  eyebrow?: string
  title: string
  /** The links and buttons that lead on. */
  action: ReactNode
  children: ReactNode
}) {
  return (
    <div className="shell grid min-h-[68dvh] grid-cols-1 content-center py-20">
      <p className="text-sm font-medium text-accent">{eyebrow}</p>
      <h1 className="mt-3 max-w-2xl text-4xl">{title}</h1>
      <div className="mt-5 max-w-md text-lg text-muted">{children}</div>
      <div className="mt-9 flex flex-wrap gap-3">{action}</div>
      <form action="/workflows" role="search" className="mt-9 flex max-w-md gap-3">
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
    </div>
  )
}
