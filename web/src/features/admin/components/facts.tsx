import { Fragment, type ReactNode } from 'react'

/** Names and values of one thing, one under the other; what is empty is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[11rem_1fr] sm:gap-y-2.5">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="mb-2 min-w-0 break-words sm:mb-0">{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

/** An id, as it is copied from page to page. */
export function Id({ children }: { children: string }) {
  return <span className="font-mono text-xs break-all">{children}</span>
}
