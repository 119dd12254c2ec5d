import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'

export function DraftSkeleton() {
  return (
    <>
      <LoadingTitle>Edit recipe</LoadingTitle>
      <div role="status" aria-label="Loading the draft">
        <Skeleton className="h-11 w-72 max-w-full" />
        <div className="mt-8 grid grid-cols-1 gap-8 lg:grid-cols-[11rem_minmax(0,1fr)_20rem]">
          <Skeleton className="hidden h-72 rounded-lg lg:block" />
          <Skeleton className="h-[34rem] rounded-lg" />
          <Skeleton className="hidden h-96 rounded-lg lg:block" />
        </div>
      </div>
    </>
  )
}
