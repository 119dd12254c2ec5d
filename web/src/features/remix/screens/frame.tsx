import type { ReactNode } from 'react'
import type { BroughtCode } from '../../creations/index.ts'
import type { RemixContext } from '../machine-context.ts'
import { useOwnPicture } from './own-picture.tsx'
import { WorkflowAside } from './workflow-aside.tsx'

/** A screen of the wizard, with the recipe beside it. */
export function Frame({
  context,
  code,
  children,
}: {
  context: RemixContext
  code: BroughtCode | undefined
  children: ReactNode
}) {
  const picture = useOwnPicture(context)
  const { workflow, wizard } = context
  if (!workflow) return null
  return (
    <div className="shell grid grid-cols-1 gap-8 py-6 sm:py-10 lg:grid-cols-[minmax(0,44rem)_20rem] lg:justify-between lg:gap-16 xl:grid-cols-[minmax(0,48rem)_22rem]">
      <div className="lg:order-2">
        {/* The summary tells the time: two estimates on one screen would differ. */}
        <WorkflowAside
          workflow={workflow}
          code={code}
          hidesTime={wizard.showsSummary}
          picture={picture}
        />
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
