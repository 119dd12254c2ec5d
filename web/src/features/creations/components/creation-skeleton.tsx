import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'

/** Takes the space of the content to come, so that the layout does not shift. */
export function CreationSkeleton() {
  return (
    <>
      <LoadingTitle>Creation</LoadingTitle>
      <div className="shell py-6" role="status" aria-label="Loading creation">
        <Skeleton className="h-9 w-24 rounded-full" />
        <div className="mt-5 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-12">
          <Skeleton className="mx-auto aspect-square w-full max-w-[78vh] rounded-xl" />
          <div className="flex flex-col gap-4">
            <Skeleton className="h-9 w-4/5" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-13 w-full rounded-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        </div>
      </div>
    </>
  )
}
