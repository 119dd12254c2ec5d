import { useInfiniteQuery } from '@tanstack/react-query'
import { CLAIM_WORDS } from '@vignette/contract/claim-words.ts'
import type { ClaimView } from '@vignette/contract/claims.ts'
import { FACE_WORDS } from '@vignette/contract/face-words.ts'
import { useState } from 'react'
import { apiPages, send } from '../../lib/api.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select, Textarea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { ShieldCheck } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPages } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { formatMinute } from './format-minute.ts'

const SHOWN = [
  { value: '', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
]

export function AdminClaimsPage() {
  const [params, setParams] = useQueryParams()
  const show = params.get('show') === 'decided' ? 'decided' : 'waiting'
  const [asked, setAsked] = useState<Asked>()
  const query = useInfiniteQuery(apiPages('listClaims', { query: { show } }))
  return (
    <AdminShell title="Claims" call="listClaims">
      <div className="w-44">
        <Select
          label="Show"
          options={SHOWN}
          value={show === 'decided' ? 'decided' : ''}
          onChange={(event) => {
            const { value } = event.target
            setParams(() => new URLSearchParams(value ? { show: value } : {}))
          }}
        />
      </div>
      <QueryPages
        query={query}
        rows={(page) => page.claims}
        failed="Failed to load claims"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState icon={ShieldCheck} title={`No claim ${show === 'decided' ? 'yet' : 'waits'}`}>
            What people claim at /claims stands here, the one with the least time first.
          </EmptyState>
        }
      >
        {(claims) => (
          <ul className="mt-5 flex flex-col gap-4">
            {claims.map((claim) => (
              <Claim key={claim.id} claim={claim} onAsk={setAsked} />
            ))}
          </ul>
        )}
      </QueryPages>
      {asked && <Decide asked={asked} onClose={() => setAsked(undefined)} />}
    </AdminShell>
  )
}

type Item = ClaimView['items'][number]
type Objection = ClaimView['objections'][number]

const STATES: Record<ClaimView['state'], string> = {
  open: 'Waits',
  hidden: 'Hidden for now',
  taken_down: 'Taken down',
  rejected: 'Rejected',
}

function Claim({ claim, onAsk }: { claim: ClaimView; onAsk: (asked: Asked) => void }) {
  const isOpen = claim.state === 'open' || claim.state === 'hidden'
  const ask = (what: keyof typeof WORDS, danger = false) => (
    <Button
      kind="secondary"
      size="sm"
      className={danger ? 'text-danger!' : ''}
      aria-label={`${WORDS[what].label}: ${claim.number}`}
      onClick={() => onAsk({ claim, what })}
    >
      {WORDS[what].label}
    </Button>
  )
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-1 font-medium">
          {claim.number} · {CLAIM_WORDS[claim.kind].title}
        </h2>
        <Badge tone={claim.state === 'open' ? 'danger' : 'warn'}>{STATES[claim.state]}</Badge>
        {isOpen && <Clock claim={claim} />}
      </div>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
        <Fact name="Sent">{formatMinute(claim.created_at)} UTC</Fact>
        <Fact name="Where it is">{claim.places}</Fact>
        <Fact name="What it is about">{claim.work}</Fact>
        <Fact name="Reason">{claim.reason}</Fact>
        <Fact name="Signed">{claim.signature}</Fact>
        <Fact name="E-mail">{claim.email ?? 'None given'}</Fact>
        <Fact name="Else to be reached">{claim.contact}</Fact>
        <Fact name="Our statement">{claim.statement}</Fact>
      </dl>
      {claim.items.length > 0 ? (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {claim.items.map((item) => (
            <Named key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <p className="mt-4 text-sm text-muted">
          No address in it is of this site. Look for what is meant, and hide it under Recipes or
          Reports.
        </p>
      )}
      {claim.objections.map((objection) => (
        <Objected key={objection.id} claim={claim} objection={objection} onAsk={onAsk} />
      ))}
      {isOpen && (
        <div className="mt-4 flex flex-wrap gap-2">
          {ask('take_down', true)}
          {claim.state === 'open' && ask('hide', true)}
          {ask('reject')}
        </div>
      )}
    </li>
  )
}

/** Hours until a person should have decided, and whether the server hides it before by itself. */
function Clock({ claim }: { claim: ClaimView }) {
  const left = (iso: string) => (Date.parse(iso) - Date.now()) / 3_600_000
  const hours = Math.ceil(left(claim.due_at))
  const hides = claim.state === 'open' && claim.hide_at ? Math.ceil(left(claim.hide_at)) : undefined
  return (
    <>
      <Badge tone={hours <= 24 ? 'danger' : 'warn'}>
        {hours > 0 ? `${hours} h left` : 'Too late'}
      </Badge>
      {hides !== undefined && (
        <span className="text-sm text-muted">
          {hides > 0 ? `Hidden by itself in ${hides} h` : 'Hidden by itself now'}
        </span>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: string | string[] }) {
  if (children === '') return null
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words whitespace-pre-wrap">{children}</dd>
    </>
  )
}

const ITEM_STATES: Record<Item['state'], string> = {
  open: 'Waits',
  hidden: 'Hidden',
  taken_down: 'Taken down',
  rejected: 'Left',
  restored: 'Shown again',
}

function Named({ item }: { item: Item }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 text-sm">
      <span className="min-w-0 flex-1 basis-56 break-words">
        {item.subject_url ? (
          <Link className="font-medium underline underline-offset-4" to={pathOf(item)}>
            {item.subject_title}
          </Link>
        ) : (
          item.subject_title
        )}{' '}
        <span className="break-all text-muted">
          by{' '}
          <Link className="underline underline-offset-4" to={`/admin/people/${item.owner_id}`}>
            @{item.owner_handle}
          </Link>
        </span>
      </span>
      {item.file_url && (
        <a
          className="inline-flex min-h-8 items-center underline underline-offset-4"
          href={item.file_url}
          target="_blank"
          rel="noreferrer"
        >
          Look at the file
        </a>
      )}
      <Badge>{ITEM_STATES[item.state]}</Badge>
      {!item.reachable && item.state === 'open' && <Badge>Private</Badge>}
      {item.face && <Badge>Photo: {FACE_WORDS[item.face]}</Badge>}
      {item.owner_banned && <Badge tone="warn">Banned</Badge>}
      {item.strikes > 0 && (
        <Badge tone={item.ban_due ? 'danger' : 'warn'}>
          {item.strikes} {item.strikes === 1 ? 'strike' : 'strikes'}
          {item.ban_due && !item.owner_banned && ': ban?'}
        </Badge>
      )}
    </li>
  )
}

const pathOf = ({ subject_url: url }: Item) => `/${url.replace(/^\//, '')}` as const

function Objected({
  claim,
  objection,
  onAsk,
}: {
  claim: ClaimView
  objection: Objection
  onAsk: (asked: Asked) => void
}) {
  const { restore_at: restore, goes_on_at: court, outcome } = objection
  return (
    <div className="mt-4 rounded-md bg-sunken p-4 text-sm">
      <p className="font-medium break-words">
        {restore ? 'Counter-notice' : 'Objection'} of @{objection.owner_handle},{' '}
        {formatMinute(objection.created_at)} UTC
      </p>
      <p className="mt-2 break-words whitespace-pre-wrap">{objection.text}</p>
      {outcome && <p className="mt-2">{outcome === 'upheld' ? 'Followed.' : 'Not followed.'}</p>}
      {!outcome && court && (
        <p className="mt-2">
          The claimant asked a court on {formatMinute(court)} UTC. It stays hidden.
        </p>
      )}
      {!outcome && !court && restore && (
        <p className="mt-2">Shown again by itself on {formatMinute(restore)} UTC.</p>
      )}
      {!outcome && (court || !restore) && !objection.yours && (
        <p className="mt-2 text-muted">You decided the claim, so somebody else decides this.</p>
      )}
      {!outcome && (court || !restore) && objection.yours && (
        <div className="mt-3 flex flex-wrap gap-2">
          {(['uphold', 'refuse'] as const).map((what) => (
            <Button
              key={what}
              kind="secondary"
              size="sm"
              aria-label={`${WORDS[what].label}: ${claim.number}`}
              onClick={() => onAsk({ claim, what, objection })}
            >
              {WORDS[what].label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

interface Asked {
  claim: ClaimView
  what: keyof typeof WORDS
  objection?: Objection
}

const WORDS = {
  hide: {
    label: 'Hide for now',
    asks: 'Nobody but its owner can open it until you decide. The clock goes on.',
    danger: true,
  },
  take_down: {
    label: 'Take down',
    asks: 'All that the claim names is hidden from other people, with its copies. Claimant and owners are told.',
    danger: true,
  },
  reject: {
    label: 'Reject the claim',
    asks: 'All that the claim names is visible as its owners set it. The claimant is told.',
    danger: false,
  },
  uphold: { label: 'Show again', asks: 'The objection is followed. Both are told.', danger: false },
  refuse: { label: 'Leave it down', asks: 'The objection is not followed.', danger: true },
} as const

/** Takes the statement that both sides read. */
function Decide({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { claim, what, objection } = asked
  const { label, asks, danger } = WORDS[what]
  const form = useForm({
    keep: `claim ${claim.id} ${what}`,
    first: { statement: '' },
    check: ({ statement }) => ({
      statement: statement.trim().length < 3 && 'Please say why',
    }),
    act: ({ statement }, { client }) =>
      what === 'uphold' || what === 'refuse'
        ? send(client, 'decideObjection', {
            params: { id: objection?.id ?? '' },
            body: { upheld: what === 'uphold', statement },
          })
        : send(client, 'decideClaim', {
            params: { id: claim.id },
            body: { action: what, statement },
          }),
    done: () => {
      toast(`${label}: done`)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`${label}?`}
      description={`${claim.number}. ${asks}`}
      label={label}
      danger={danger}
      onClose={onClose}
    >
      <Textarea
        label="The reason, as both sides read it"
        rows={4}
        maxLength={2000}
        {...form.field('statement')}
      />
    </FormDialog>
  )
}
