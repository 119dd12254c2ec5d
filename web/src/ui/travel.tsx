import { type ReactNode, ViewTransition } from 'react'

/**
 * A picture that moves to its place on the next page instead of vanishing here and appearing there:
 * that of the same name, which no other picture of a page may have. A card takes its name as it is
 * pressed, since a page may show one picture in several cards.
 */
export function Travel({ name, children }: { name: string | undefined; children: ReactNode }) {
  return (
    <ViewTransition name={name ?? 'auto'} share="travel" default="none">
      {children}
    </ViewTransition>
  )
}
