import { paragraphsOf } from '@vignette/contract/creator-letter-words.ts'
import type { ReactNode } from 'react'

/** A creator's letter as its readers see it; `children` is what its button leads to. */
export function LetterSheet({
  handle,
  subject,
  body,
  heading: Heading = 'h2',
  children,
}: {
  handle: string
  subject: string
  body: string
  heading?: 'h1' | 'h2'
  children?: ReactNode
}) {
  return (
    <article className="rounded-lg border border-line bg-surface p-6 wrap-anywhere sm:p-8">
      <p className="text-sm text-muted">@{handle}</p>
      <Heading className="mt-1 text-2xl font-semibold">{subject}</Heading>
      {paragraphsOf(body).map((line, at) => (
        <p key={`${at} ${line}`} className="mt-4">
          {line}
        </p>
      ))}
      {children && <div className="mt-7">{children}</div>}
    </article>
  )
}
