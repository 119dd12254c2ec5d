import type { ReactNode } from 'react'
import { type Told, tell } from '../lib/api-error.ts'
import type { IconShape } from './draw-icon.tsx'
import { Icon } from './icon.tsx'

/** Title, reason and action. Errors and absences share this shape. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  level = 2,
}: {
  icon?: IconShape
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  level?: 1 | 2 | 3
}) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-20 text-center">
      {icon && <Icon of={icon} size={28} className="mb-5 text-muted" />}
      <Heading className="text-xl font-semibold">{title}</Heading>
      {children && <div className="mt-2 text-balance text-muted">{children}</div>}
      {action && <div className="mt-7 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

/** What failed, why in a sentence for people, and the specified message for those who look for it. */
export function ErrorState({
  title,
  error,
  told = error === undefined ? undefined : tell(error, ''),
  children,
  action,
  level = 2,
}: {
  title: string
  error?: unknown
  /** Instead of `error`, where it was told before. */
  told?: Told | undefined
  children?: ReactNode
  action?: ReactNode
  level?: 1 | 2 | 3
}) {
  return (
    <div role="alert">
      <EmptyState title={title} action={action} level={level}>
        {children}
        {told && <ReportFault told={told} title={title} />}
      </EmptyState>
    </div>
  )
}

export function ReportFault({
  told: { sentence, message },
  title,
}: {
  told: Told
  title?: string
}) {
  return (
    <>
      {sentence !== title && sentence}
      {message && message !== title && message !== sentence && (
        <span className="mt-2 block text-xs wrap-anywhere text-muted">{message}</span>
      )}
    </>
  )
}
