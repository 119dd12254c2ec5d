import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LetterSettings } from '@vignette/contract/notices.ts'
import { useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { letterSettingsQuery } from '../api/get-letter-settings.ts'
import { updateLetterSettings } from '../api/update-letter-settings.ts'

/** Which letters the account receives. */
export function LettersPanel() {
  const { data: settings, isError, refetch } = useQuery(letterSettingsQuery)
  return (
    <section aria-labelledby="letters">
      <h3 id="letters" className="text-lg font-semibold">
        Letters
      </h3>
      {isError && (
        <p className="mt-4 text-sm">
          Your letters could not be loaded.{' '}
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try Again
          </button>
        </p>
      )}
      {!settings && !isError && <Skeleton className="mt-4 h-40 w-full" />}
      {settings && (
        <>
          <p className="mt-1 text-sm text-muted">{describe(settings)}</p>
          {settings.mail !== 'none' && settings.address && <Groups settings={settings} />}
        </>
      )}
    </section>
  )
}

function describe({ mail, address }: LetterSettings): string {
  if (mail === 'none') return 'No mail goes out from this site. Everything is told in Notices.'
  if (!address) return 'Your account has no verified e-mail address. Everything is told in Notices.'
  const where = mail === 'inbox' ? 'They stay on this machine, at /dev/inbox.' : ''
  return `E-mail to ${address}, beside your notices. ${where}`
}

function Groups({ settings }: { settings: LetterSettings }) {
  const client = useQueryClient()
  const [saving, setSaving] = useState<string>()

  async function change(group: LetterSettings['groups'][number]['group'], on: boolean) {
    if (group === 'money') return
    setSaving(group)
    try {
      await updateLetterSettings(client, { group, on })
    } catch (error) {
      toastError(readReason(error, 'This could not be saved. Please try again.'))
    } finally {
      setSaving(undefined)
    }
  }

  return (
    <div className="mt-4 grid gap-3">
      {settings.groups.map(({ group, label, firm, on }) => (
        <Checkbox
          key={group}
          label={label}
          hint={firm ? 'These always come.' : undefined}
          checked={on}
          disabled={firm || saving === group}
          onChange={(event) => void change(group, event.target.checked)}
        />
      ))}
    </div>
  )
}
