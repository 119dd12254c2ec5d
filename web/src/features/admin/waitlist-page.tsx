import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiPages, send } from '../../lib/api.ts'
import type { Answer } from '../../lib/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActionDialog } from '../../ui/form.tsx'
import { QueryPages } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { formatMinute } from './format-minute.ts'

type Entry = Answer<'listWaitlist'>['waiting'][number]

export function AdminWaitlistPage() {
  return (
    <AdminShell title="Waitlist" call="listWaitlist">
      <Waitlist />
    </AdminShell>
  )
}

function Waitlist() {
  const query = useInfiniteQuery(apiPages('listWaitlist', {}))
  const [asked, setAsked] = useState<{ entry: Entry; what: 'invite' | 'forget' }>()
  const total = query.data?.pages.at(-1)?.total ?? 0
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="text-xl font-semibold">
        Who asked to become a creator{' '}
        {query.data && <span className="text-muted tabular-nums">{total}</span>}
      </h2>
      <QueryPages
        query={query}
        rows={(page) => page.waiting}
        failed="Failed to load the waitlist"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState level={3} title="The waitlist is empty">
            Addresses that visitors leave for an invitation are listed here, first come first.
          </EmptyState>
        }
      >
        {(entries) => (
          <ul className="mt-4">
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
              >
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-medium break-all">{entry.email}</p>
                  <p className="text-sm break-words text-muted">
                    {entry.name && `${entry.name} · `}
                    since {formatMinute(entry.created_at)} UTC
                  </p>
                </div>
                {entry.invited_at && <Badge tone="good">Invited</Badge>}
                <div className="flex gap-3">
                  <Button
                    kind="secondary"
                    size="sm"
                    aria-label={`Invite ${entry.email}`}
                    onClick={() => setAsked({ entry, what: 'invite' })}
                  >
                    {entry.invited_at ? 'Invite again' : 'Invite'}
                  </Button>
                  <Button
                    kind="ghost"
                    size="sm"
                    aria-label={`Forget ${entry.email}`}
                    onClick={() => setAsked({ entry, what: 'forget' })}
                  >
                    Forget
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryPages>
      {asked && <Ask {...asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function Ask({
  entry,
  what,
  onClose,
}: {
  entry: Entry
  what: 'invite' | 'forget'
  onClose: () => void
}) {
  const client = useQueryClient()
  const params = { id: entry.id }
  if (what === 'forget') {
    return (
      <ActionDialog
        danger
        title="Forget this address?"
        description={`${entry.email} leaves the waitlist and is erased.`}
        label="Forget"
        onClose={onClose}
        act={async () => {
          await send(client, 'forgetWaiting', { params })
          toast('The address is erased')
        }}
      />
    )
  }
  return (
    <ActionDialog
      title="Send an invitation?"
      description={`${entry.email} gets a letter that there is room.${entry.invited_at ? ` One went out ${formatMinute(entry.invited_at)} UTC.` : ''}`}
      label="Send"
      onClose={onClose}
      act={async () => {
        const body = { again: entry.invited_at !== null }
        await send(client, 'inviteFromWaitlist', { params, body })
        toast('The invitation went out')
      }}
    />
  )
}
