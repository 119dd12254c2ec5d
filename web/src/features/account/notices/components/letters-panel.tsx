import { useMutation, useQuery } from '@tanstack/react-query'
import type { LetterSettings } from '@vignette/contract/notices.ts'
import { track } from '../../../../lib/analytics.ts'
import { apiMutation } from '../../../../lib/api.ts'
import { readReason } from '../../../../lib/api-error.ts'
import { Checkbox } from '../../../../ui/choice.tsx'
import { QueryState } from '../../../../ui/query-state.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { toastError } from '../../../../ui/toast.tsx'
import { letterSettingsQuery } from '../api.ts'

/** The notices' link names this place, which the browser looked for before it was there. */
function comeHere(heading: HTMLElement | null): void {
  if (heading && location.hash === `#${heading.id}`) heading.scrollIntoView()
}

/** Which letters the account receives. */
export function LettersPanel() {
  const query = useQuery(letterSettingsQuery)
  return (
    <section aria-labelledby="e-mails">
      <h3 ref={comeHere} id="e-mails" className="scroll-mt-24 text-lg font-semibold">
        E-mails
      </h3>
      <QueryState
        query={query}
        line
        failed="Your e-mails could not be loaded"
        loading={<Skeleton className="mt-4 h-40 w-full" />}
      >
        {(settings) => (
          <>
            <p className="mt-1 text-sm text-muted">{describe(settings)}</p>
            {settings.mail !== 'none' && settings.address && <Groups settings={settings} />}
          </>
        )}
      </QueryState>
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
  const { mutate, isPending, variables } = useMutation({
    ...apiMutation('updateLetterSettings'),
    onSuccess: (saved, { body }, _, { client }) => {
      track('letters_switched', body)
      client.setQueryData(letterSettingsQuery.queryKey, saved)
    },
    onError: (error) => toastError(readReason(error, 'This could not be saved. Please try again.')),
  })

  function change(group: LetterSettings['groups'][number]['group'], on: boolean) {
    if (group !== 'money') mutate({ body: { group, on } })
  }

  return (
    <div className="mt-4 grid gap-3">
      {settings.groups.map(({ group, label, firm, on }) => (
        <Checkbox
          key={group}
          label={label}
          hint={firm ? 'These always come.' : undefined}
          checked={on}
          disabled={firm || (isPending && variables.body.group === group)}
          onChange={(event) => change(group, event.target.checked)}
        />
      ))}
    </div>
  )
}
