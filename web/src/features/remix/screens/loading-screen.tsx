import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'

export function LoadingScreen() {
  return (
    <>
      <LoadingTitle>Remix</LoadingTitle>
      <p role="status" className="text-muted">
        Loading workflow...
      </p>
      <Skeleton className="mt-6 h-9 w-2/3" />
      <Skeleton className="mt-6 h-2 w-full" />
      <Skeleton className="mt-10 h-48 w-full" />
    </>
  )
}
