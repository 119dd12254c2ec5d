import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { BroughtCode } from '../../creations/index.ts'
import type { RemixContext } from '../machine-context.ts'
import { useOwnPicture } from './own-picture.tsx'
import { WorkflowAside } from './workflow-aside.tsx'

/** A screen of the wizard, with the recipe beside it. */
export function Frame({
  context,
  code,
  known,
  children,
}: {
  context: RemixContext
  code: BroughtCode | undefined
  /** What this tab knows of the recipe until it has loaded. */
  known?: WorkflowView | undefined
  children: ReactNode
}) {
  const own = useOwnPicture(context)
  const { wizard } = context
  const workflow = context.workflow ?? known
  return (
    <div className="shell grid grid-cols-1 gap-8 py-6 sm:py-10 lg:grid-cols-[minmax(0,44rem)_20rem] lg:justify-between lg:gap-16 xl:grid-cols-[minmax(0,48rem)_22rem]">
      <div className="lg:order-2">
        {/* The summary tells the time: two estimates on one screen would differ. */}
        {workflow ? (
          <WorkflowAside
            workflow={workflow}
            code={code}
            hidesTime={wizard.showsSummary}
            own={own}
          />
        ) : (
          <Skeleton className="size-20 lg:aspect-[4/5] lg:h-auto lg:w-full" />
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
