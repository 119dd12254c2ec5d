import { UPLOADING } from '../wizard/rules.ts'

/** The fault of a step; a running upload is shown by its own bar. */
export function StepFault({ id, error }: { id: string; error: string | null }) {
  if (!error || error === UPLOADING) return null
  return (
    <p id={id} role="alert" className="mt-2 text-sm text-danger">
      {error}
    </p>
  )
}
