import { ApiError } from '../../../lib/api-error.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { Link } from '../../../ui/link.tsx'

/** Whether the server refused to publish until the creator terms are accepted. */
export function asksForTerms(error: unknown): boolean {
  return error instanceof ApiError && error.details.some(({ path }) => path === 'creator_terms')
}

export function AcceptTerms({
  accepted,
  onChange,
}: {
  accepted: boolean
  onChange: (accepted: boolean) => void
}) {
  return (
    <Checkbox
      checked={accepted}
      onChange={(event) => onChange(event.target.checked)}
      label={
        <>
          I accept the{' '}
          <Link to="/terms#creators" target="_blank" className="underline">
            terms for creators
          </Link>
        </>
      }
    />
  )
}
