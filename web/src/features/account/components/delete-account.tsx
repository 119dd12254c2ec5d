import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { forgetCaller } from '../../../lib/forget-caller.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { leavingQuery } from '../api.ts'

const WORD = 'delete my account'

/** `onDeleted` gets the link to the money that stays here, if there is any. */
export function DeleteAccount({ onDeleted }: { onDeleted: (link: string | null) => void }) {
  const [open, setOpen] = useKeptState('deleting', false)
  const form = useForm({
    keep: 'deletion',
    first: { typed: '' },
    act: (_, { client }) => send(client, 'deleteAccount', {}),
    done: ({ left }) => {
      track('account_deleted')
      forgetCaller()
      onDeleted(left?.link ?? null)
    },
    failed: 'The account could not be deleted. Please try again.',
  })
  // Until the next page has loaded.
  const busy = form.busy || form.sent
  const show = (next: boolean) => {
    setOpen(next)
    form.clear()
  }
  const confirmed = form.values.typed.trim().toLowerCase() === WORD

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
        <Form form={{ ...form, busy }}>
          {open && <Money />}
          <Input
            label={`Type “${WORD}” to confirm`}
            autoComplete="off"
            spellCheck={false}
            {...form.field('typed')}
          />
          <Submit form={{ ...form, busy }} kind="danger" disabled={!confirmed}>
            {busy ? 'Deleting…' : 'Delete account for good'}
          </Submit>
        </Form>
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
