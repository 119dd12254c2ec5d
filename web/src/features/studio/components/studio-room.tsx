import type { ReactNode } from 'react'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { GuestDoor } from './guest-door.tsx'
import { StudioNav } from './studio-nav.tsx'

/**
 * A room of the studio for the signed-in: the way to the other rooms, its title, and its content.
 * Other people see what waits for them after signing in.
 */
export function StudioRoom({
  title,
  beside,
  children,
}: {
  title: string
  /** What stands in the title's line. */
  beside?: ReactNode
  children: ReactNode
}) {
  const { user, loading } = useAuth()
  usePageTitle(title)
  if (!loading && !user) return <GuestDoor title={title} />
  return (
    <div className="shell flex min-h-[calc(100dvh-4.0625rem)] flex-col lg:grid lg:min-h-[70vh] lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-12 lg:pt-10">
      <StudioNav />
      <div className="min-w-0 flex-1 pt-8 pb-16 lg:pt-0 lg:pb-20">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="min-w-0 text-3xl font-semibold break-words">{title}</h1>
          {beside}
        </div>
        <div className="mt-8">
          {user ? children : <Skeleton className="h-72 w-full rounded-lg" />}
        </div>
      </div>
    </div>
  )
}
