import { useMutation, useQuery } from '@tanstack/react-query'
import { apiMutation, apiQuery } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import type { Answer } from '../../lib/client.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { useSignIn } from '../../lib/identity/use-sign-in.ts'
import { usePlace } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TOKEN_MAY } from './token-words.ts'

/** Asks the person whether an assistant may act for them; it opened this page in their browser. */
export function AllowPage() {
  const { id } = usePlace()
  const { user, loading } = useAuth()
  usePageTitle('Connect an assistant')
  return (
    <div className="shell max-w-xl pt-16 pb-24">
      <h1 className="text-3xl font-semibold">Connect an assistant</h1>
      {loading ? (
        <Skeleton className="mt-6 h-40 w-full" />
      ) : user ? (
        <Ask id={id} name={user.username ?? user.email ?? user.handle} />
      ) : (
        <SignInFirst />
      )}
    </div>
  )
}

function SignInFirst() {
  const { offered, label, starting, start } = useSignIn()
  return (
    <>
      <p className="mt-3 text-muted">
        A program asks to act for an account here. Sign in to see what it asks for.
      </p>
      {offered && (
        <Button className="mt-6" busy={starting} onClick={() => void start({ returns: true })}>
          {label}
        </Button>
      )}
    </>
  )
}

function Ask({ id, name }: { id: string; name: string }) {
  const query = useQuery({ ...apiQuery('getAssistantRequest', { params: { id } }), retry: false })
  return (
    <QueryState
      query={query}
      failed="This request could not be opened"
      loading={<Skeleton className="mt-6 h-40 w-full" />}
    >
      {(asked) => <Question id={id} name={name} asked={asked} />}
    </QueryState>
  )
}

function Question({
  id,
  name,
  asked,
}: {
  id: string
  name: string
  asked: Answer<'getAssistantRequest'>
}) {
  const { client_name, returns_to, on_this_computer, scopes, days } = asked
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    ...apiMutation('answerAssistantRequest'),
    onSuccess: ({ url }) => location.assign(url),
  })
  const busy = isPending || isSuccess
  const answer = (allow: boolean) => mutate({ params: { id }, body: { allow } })
  return (
    <>
      <p className="mt-4 text-lg">
        A program that calls itself <strong className="break-words">{client_name}</strong> asks to
        act for <strong className="break-words">{name}</strong>.
      </p>
      <dl className="mt-6 flex flex-col gap-4 border-y border-line py-5">
        <div>
          <dt className="text-sm text-muted">It may</dt>
          {scopes.map((scope) => (
            <dd key={scope} className="mt-1">
              {TOKEN_MAY[scope].whole}
            </dd>
          ))}
        </div>
        <div>
          <dt className="text-sm text-muted">The answer goes to</dt>
          <dd className="break-words">
            {returns_to}
            {on_this_computer && ', a program on this computer'}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">For</dt>
          <dd>{days} days, or until you revoke it under Access tokens</dd>
        </div>
      </dl>
      <p className="mt-5 text-sm text-muted">
        We have not checked the name. Allow it only if you have just started it yourself. It cannot
        pay, move money out, or delete your account.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={busy && variables.body.allow} disabled={busy} onClick={() => answer(true)}>
          Allow
        </Button>
        <Button
          kind="secondary"
          busy={busy && !variables.body.allow}
          disabled={busy}
          onClick={() => answer(false)}
        >
          Do not allow
        </Button>
      </div>
      {error && (
        <div className="mt-4">
          <Alert tone="danger">
            {readReason(error, 'Your answer could not be sent. Please try again.')}
          </Alert>
        </div>
      )}
    </>
  )
}
