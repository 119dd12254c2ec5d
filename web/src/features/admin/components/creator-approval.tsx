import { useMutation, useQuery } from '@tanstack/react-query'
import type { CreatorEntry } from '@vignette/contract/moderation.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { apiMutation, apiQuery } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Input } from '../../../ui/field.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { formatMinute } from '../format-minute.ts'

/** Allows or forbids creators to spend the operator's money at paid providers. */
export function CreatorApproval() {
  const [typed, setTyped] = useKeptState('creator to approve', '')
  const [who, setWho] = useState('')
  return (
    <section aria-labelledby="creators">
      <h2 id="creators" className="text-xl font-semibold">
        Creators
      </h2>
      <p className="mt-2 max-w-xl text-muted">
        Approved creators may publish recipes on providers that cost you money per run, and as many
        recipes as they like. Who asks for it stands first.
      </p>
      <form
        noValidate
        className="mt-5 flex max-w-xl flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setWho(typed.trim())
        }}
      >
        <div className="min-w-0 flex-1 basis-64">
          <Input
            label="Handle, e-mail or account id"
            value={typed}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" kind="secondary">
          Find
        </Button>
        {who && (
          <Button
            kind="ghost"
            onClick={() => {
              setTyped('')
              setWho('')
            }}
          >
            Show all
          </Button>
        )}
      </form>
      <CreatorList who={who} />
    </section>
  )
}

function CreatorList({ who }: { who: string }) {
  const query = useQuery(apiQuery('listCreators', { query: { who: who || undefined } }))
  return (
    <QueryState
      query={query}
      failed="Failed to load creators"
      loading={<Skeleton className="mt-5 h-40 w-full rounded-lg" />}
    >
      {({ creators }) =>
        creators.length > 0 ? (
          <ul className="mt-5 flex flex-col gap-3">
            {creators.map((creator) => (
              <Creator key={creator.id} creator={creator} />
            ))}
          </ul>
        ) : who ? (
          <EmptyState level={3} title="No such account">
            A handle or e-mail address must be whole.
          </EmptyState>
        ) : (
          <EmptyState level={3} title="Nobody asks for approval">
            Creators ask for it in the studio, where a step needs it.
          </EmptyState>
        )
      }
    </QueryState>
  )
}

function Creator({ creator }: { creator: CreatorEntry }) {
  const { id, handle, email, asked_at: asked, approved_at: approved } = creator

  const { mutate, isPending, variables } = useMutation({
    ...apiMutation('approveCreator'),
    onSuccess: (_, { body }) => {
      track('creator_approval_changed', { approved: body.approved })
      toast(body.approved ? `@${handle} is approved` : `@${handle} is not approved`)
    },
    onError: (error) => toast(readReason(error, 'It could not be saved. Please try again.')),
  })

  const button = (next: boolean, label: string) => (
    <Button
      kind={next ? 'primary' : 'secondary'}
      size="sm"
      busy={isPending && variables.body.approved === next}
      disabled={isPending}
      aria-label={`${label}: @${handle}`}
      onClick={() => mutate({ params: { id }, body: { approved: next } })}
    >
      {label}
    </Button>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-5">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium break-all">@{handle}</h3>
        <p className="text-sm break-all text-muted">{email ?? id}</p>
        {asked && <p className="text-sm text-muted">Asked {formatMinute(asked)} UTC</p>}
        {approved && <p className="text-sm text-muted">Approved {formatMinute(approved)} UTC</p>}
      </div>
      {asked && <Badge tone="warn">Asks</Badge>}
      {approved && <Badge tone="good">Approved</Badge>}
      <div className="flex gap-3">
        {!approved && button(true, 'Approve')}
        {asked && button(false, 'Decline')}
        {approved && button(false, 'End approval')}
      </div>
    </li>
  )
}
