import { useMutation, useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import type { FormEvent } from 'react'
import { track } from '../../../lib/analytics.ts'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import type { Answer } from '../../../lib/client.ts'
import { forgetCaller } from '../../../lib/forget-caller.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { leavingQuery } from '../api.ts'

const WORD = 'delete my account'

/** `onDeleted` gets the link to the money that stays here, if there is any. */
export function DeleteAccount({ onDeleted }: { onDeleted: (link: string | null) => void }) {
  const [open, setOpen] = useKeptState('deleting', false)
  const [typed, setTyped] = useKeptState('deletion', '')
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    ...apiMutation('deleteAccount'),
    onSuccess: ({ left }) => {
      track('account_deleted')
      forgetCaller()
      onDeleted(left?.link ?? null)
    },
  })
  // Until the next page has loaded.
  const busy = isPending || isSuccess
  const show = (next: boolean) => {
    setOpen(next)
    setTyped('')
    reset()
  }
  const confirmed = typed.trim().toLowerCase() === WORD

  function remove(event: FormEvent) {
    event.preventDefault()
    if (confirmed) mutate({})
  }

  return (
    <section aria-labelledby="delete-account">
      <h3 id="delete-account" className="text-lg font-semibold">
        Delete account
      </h3>
      <p className="mt-1 max-w-prose text-sm text-muted">
        Your creations, recipes and personal data go. Money records stay, without your name.
      </p>
      <Button kind="secondary" size="sm" className="mt-4 text-danger!" onClick={() => show(true)}>
        Delete account…
      </Button>
      <Dialog
        open={open}
        onOpenChange={show}
        locked={busy}
        title="Delete your account?"
        description="This cannot be undone. Export your data first if you want to keep it."
      >
        <form onSubmit={remove} className="flex flex-col gap-5" noValidate>
          {open && <Money />}
          <Input
            label={`Type “${WORD}” to confirm`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          {error && (
            <Alert tone="danger">
              {readReason(error, 'The account could not be deleted. Please try again.')}
            </Alert>
          )}
          <Button type="submit" kind="danger" disabled={!confirmed} busy={busy}>
            {busy ? 'Deleting…' : 'Delete account for good'}
          </Button>
        </form>
      </Dialog>
    </section>
  )
}

/** What is not paid yet, named before the deletion. */
function Money() {
  const query = useQuery(leavingQuery)
  return (
    <QueryState
      query={query}
      line
      failed="Your balance could not be loaded. Money that is not paid yet stays yours after the deletion"
      loading={<Skeleton className="h-16 w-full rounded-lg" />}
    >
      {(money) => <Unpaid {...money} />}
    </QueryState>
  )
}

function Unpaid({ lines, words, test_mode }: Answer<'getLeaving'>) {
  return (
    <section aria-labelledby="your-money" className="flex flex-col gap-2 text-sm">
      <h3 id="your-money" className="font-semibold">
        Your money
      </h3>
      {lines.length > 0 && (
        <ul>
          {lines.map((line, at) => (
            <li
              key={`${line.reason}-${at}`}
              className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-t-0"
            >
              <span className="min-w-0 break-words text-muted">{line.words}</span>
              <span className="shrink-0 tabular-nums">{formatCents(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {test_mode && lines.length > 0 && (
        <p className="text-muted">This is test money: no bank gets anything.</p>
      )}
    </section>
  )
}
