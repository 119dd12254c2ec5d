import { VERSION_NOTE_MAX } from '@vignette/contract/recipe-limits.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { creatorTermsVersion } from '../../../lib/shop.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
import { Link } from '../../../ui/link.tsx'
import { toast } from '../../../ui/toast.tsx'

/** The history stays in line: an old text becomes the newest version. */
export function PublishAgainDialog({
  id,
  version,
  next,
  onClose,
}: {
  id: string
  version: number
  /** The number that the new version is expected to get. */
  next: number
  onClose: () => void
}) {
  const [asked, setAsked] = useState(false)
  const form = useForm({
    first: { note: '', accepted: false },
    act: async ({ note, accepted }, { client, key }) => {
      try {
        return await send(client, 'publishVersionAgain', {
          params: { id, version: String(version) },
          body: {
            ...(note.trim() && { note: note.trim() }),
            ...(accepted && { accept_creator_terms: creatorTermsVersion() }),
          },
          idempotencyKey: key,
        })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_ready') setAsked(true)
        throw error
      }
    },
    done: (made) => {
      track('version_published_again', { workflow_id: id })
      toast(`Version ${made.version} is live`)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`Publish version ${version} again?`}
      description={`Version ${next} gets the text of version ${version}, its price and its licence. No version is lost, and what was paid for stays as it was bought.`}
      label={`Publish version ${next}`}
      onClose={onClose}
    >
      <Input
        label="Note (optional)"
        hint="What this version is for, beside it in the list."
        maxLength={VERSION_NOTE_MAX}
        {...form.field('note')}
      />
      {asked && (
        <Checkbox
          {...form.box('accepted')}
          label={
            <>
              I accept the{' '}
              <Link to="/terms#creators" target="_blank" className="underline">
                terms for creators
              </Link>
            </>
          }
        />
      )}
    </FormDialog>
  )
}
