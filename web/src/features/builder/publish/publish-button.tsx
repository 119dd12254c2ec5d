import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { workflowQuery, workflowSourceQuery } from '../../workflows/index.ts'
import { PublishDialog } from './publish-dialog.tsx'
import type { PublishProps } from './publish-props.ts'
import type { LiveVersion } from './read-checks.ts'

/** Opens the last look before publishing; afterwards the recipe's page in the studio. */
export function PublishButton({
  label,
  workflowId,
  ...props
}: Omit<PublishProps, 'live'> & {
  label: string
  /** The recipe that the draft changes; null for a new one. */
  workflowId: string | null
}) {
  const [isOpen, setIsOpen] = useState(false)
  const live = useLiveVersion(isOpen ? workflowId : null)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      {isOpen && (
        <PublishDialog
          {...props}
          isUpdate={workflowId !== null}
          live={live}
          onClose={(published) => {
            setIsOpen(false)
            if (published) navigate(`/studio/recipes/${published.id}`)
          }}
        />
      )}
    </>
  )
}

function useLiveVersion(workflowId: string | null): LiveVersion | undefined {
  const enabled = workflowId !== null
  const view = useQuery({ ...workflowQuery(workflowId ?? ''), enabled }).data
  const source = useQuery({ ...workflowSourceQuery(workflowId ?? ''), enabled }).data
  if (!enabled || !view || !source) return undefined
  return {
    version: view.version,
    state: view.state ?? 'listed',
    document: source,
    sample: view.sample,
  }
}
