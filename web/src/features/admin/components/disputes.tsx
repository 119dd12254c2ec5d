import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { apiPages } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EvidenceDialog } from './evidence-dialog.tsx'
import { FraudWarnings } from './fraud-warnings.tsx'

type Dispute = Answer<'listAllDisputes'>['disputes'][number]

const SHOWS = [
  { value: 'all', label: 'All disputes' },
  { value: 'waiting', label: 'Waiting for evidence' },
]

/** The operator's disputes and warnings of fraud. */
export function Disputes() {
  const [show, setShow] = useState<'waiting' | 'all'>('all')
  const [opened, setOpened] = useKeptState<string | undefined>('evidence', undefined)
  const query = useInfiniteQuery(apiPages('listAllDisputes', { query: { show, limit: 20 } }))
  return (
    <div className="flex flex-col gap-10">
      <FraudWarnings warnings={query.data?.pages[0]?.warnings ?? []} />
      <section aria-labelledby="all-disputes">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="all-disputes" className="text-xl font-semibold">
            All disputes
          </h2>
          <Select
            label="Show"
            options={SHOWS}
            value={show}
            onChange={(event) => setShow(event.target.value === 'waiting' ? 'waiting' : 'all')}
          />
        </div>
        <QueryPages
          query={query}
          rows={(page) => page.disputes}
          failed="Failed to load the disputes"
          loading={<Skeleton className="mt-4 h-56 w-full rounded-lg" />}
          empty={
            <EmptyState
              level={3}
              title={show === 'all' ? 'No disputes' : 'None waits for evidence'}
            >
              When a buyer’s bank takes a payment back, it stands here until its date.
            </EmptyState>
          }
        >
          {(disputes) => (
            <ul className="mt-4 flex flex-col gap-4">
              {disputes.map((dispute) => (
                <li key={dispute.id}>
                  <Row dispute={dispute} onOpen={() => setOpened(dispute.id)} />
                </li>
              ))}
            </ul>
          )}
        </QueryPages>
      </section>
      {opened && <EvidenceDialog id={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

function badgeOf({ state, phase, sent_at }: Dispute): [BadgeTone, string] {
  if (phase === 'appealed') return ['warn', 'Appealed']
  if (state === 'won') return ['good', 'Won']
  if (state === 'lost') return ['danger', 'Lost']
  if (phase === 'ended') return ['plain', 'Closed']
  return phase === 'under_review' || sent_at ? ['accent', 'Sent'] : ['warn', 'Needs answer']
}

function Row({ dispute, onOpen }: { dispute: Dispute; onOpen: () => void }) {
  const [tone, word] = badgeOf(dispute)
  return (
    <article className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 text-lg font-semibold break-words">
          {formatCents(dispute.amount)} for “{dispute.recipe}”
        </h3>
        <Badge tone={tone}>{word}</Badge>
        {dispute.test_mode && <Badge>Test money</Badge>}
      </div>
      <p>
        {dispute.reason} {dispute.standing}
      </p>
      <p className="text-sm break-words text-muted">
        By @{dispute.creator_handle}, opened on {formatLongDate(dispute.opened_at)}
        {dispute.note ? ', with a note' : ', without a note'}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button kind="secondary" onClick={onOpen}>
          {word === 'Needs answer' ? 'Evidence' : 'Show evidence'}
          <span className="sr-only"> about “{dispute.recipe}”</span>
        </Button>
        {dispute.bank_page && (
          <a className="text-sm underline underline-offset-4" href={dispute.bank_page}>
            Play the bank
          </a>
        )}
      </div>
    </article>
  )
}
