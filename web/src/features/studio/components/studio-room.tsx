import type { ReactNode } from 'react'
import { Redirect } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAuth } from '../../identity/index.ts'
import { StudioNav } from './studio-nav.tsx'

/** A page of the studio for the signed-in: its title, the way to the other rooms, and its content. */
export function StudioRoom({ title, children }: { title: string; children: ReactNode }) {
  const { user, loading } = useAuth()
  usePageTitle(title)
  if (!loading && !user) return <Redirect to="/auth/callback" />
  return (
    <div className="shell pt-10 pb-20">
      <h1 className="text-3xl font-semibold">{title}</h1>
      <StudioNav />
      <div className="mt-8">
        {user ? children : <Skeleton className="h-72 w-full rounded-lg" />}
      </div>
    </div>
  )
}
