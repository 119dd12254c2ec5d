import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'

export function LoadingScreen() {
  return (
    <div className="shell grid grid-cols-1 gap-8 py-6 sm:py-10 lg:grid-cols-[minmax(0,44rem)_20rem] lg:justify-between lg:gap-16">
      <div className="order-2 lg:order-1">
        <LoadingTitle>Remix</LoadingTitle>
        <p role="status" className="text-muted">
          Loading workflow...
        </p>
        <Skeleton className="mt-6 h-9 w-2/3" />
        <Skeleton className="mt-6 h-2 w-full" />
        <Skeleton className="mt-10 h-48 w-full" />
      </div>
      <Skeleton className="order-1 size-20 lg:order-2 lg:aspect-[4/5] lg:h-auto lg:w-full" />
    </div>
  )
}
