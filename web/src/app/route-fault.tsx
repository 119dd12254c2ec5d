import { useEffect } from 'react'
import { logFault } from '../lib/log.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorState } from '../ui/empty-state.tsx'
import { forgetFailedScreens } from './load-screen.ts'

/** A screen threw or its chunk did not load; a reload usually repairs both. */
export function RouteFault({ error }: { error: unknown }) {
  useEffect(() => logFault('A screen failed', error), [error])
  useEffect(forgetFailedScreens, [])
  return (
    <div className="shell">
      <ErrorState
        level={1}
        title="This page could not be shown"
        action={
          <>
            <Button onClick={() => location.reload()}>Load it again</Button>
            <LinkButton kind="secondary" to="/workflows" reloadDocument>
              Browse Workflows
            </LinkButton>
          </>
        }
      >
        Something on our side went wrong, or the connection was lost. Nothing of yours is gone.
      </ErrorState>
    </div>
  )
}
