import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import { WorkflowAside } from './workflow-aside.tsx'

export function Frame({
  workflow,
  tellsTime,
  children,
}: {
  workflow: WorkflowView
  /** True if `children` tell an estimate of the time: two on one screen would differ. */
  tellsTime: boolean
  children: ReactNode
}) {
  return (
    <div className="shell grid grid-cols-1 gap-8 py-6 sm:py-10 lg:grid-cols-[minmax(0,44rem)_20rem] lg:justify-between lg:gap-16 xl:grid-cols-[minmax(0,48rem)_22rem]">
      <div className="lg:order-2">
        <WorkflowAside workflow={workflow} hidesTime={tellsTime} />
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
