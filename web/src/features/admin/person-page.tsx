import { useQuery } from '@tanstack/react-query'
import type { PersonDetails } from '@vignette/contract/console.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { mayCall, STAFF_ROLES, type StaffCall } from '@vignette/contract/staff.ts'
import { useState } from 'react'
import { apiQuery, refresh, send } from '../../lib/api.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { usePlace } from '../../lib/router.tsx'
import { saveAnswer } from '../../lib/save-file.ts'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActDialog } from './components/act-dialog.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { AmountInput, askForAmount } from './components/amount-input.tsx'
import { Facts, Id } from './components/facts.tsx'
import { ACCOUNT_WORDS } from './describe-payouts.ts'
import { formatMinute } from './format-minute.ts'
import { PersonBadges } from './people-page.tsx'

export function AdminPersonPage() {
  const { id } = usePlace()
  return (
    <AdminShell title="Account" call="getPerson">
      <Account key={id} id={id} />
    </AdminShell>
  )
}

type Left = NonNullable<Awaited<ReturnType<typeof deletePerson>>['left']>

function Account({ id }: { id: string }) {
  const query = useQuery(apiQuery('getPerson', { params: { id } }))
  const [gone, setGone] = useState<{ left: Left | null }>()
  if (gone) return <Gone left={gone.left} />
  return (
    <QueryState
      query={query}
      failed="Failed to load the account"
      loading={<Skeleton className="h-72 w-full rounded-lg" />}
    >
      {(person) => (
        <div className="grid gap-10 lg:grid-cols-[1fr_18rem]">
          <div className="flex min-w-0 flex-col gap-10">
            <Who person={person} />
            {person.money && <Money id={id} money={person.money} />}
            <Recipes person={person} />
            <Sessions sessions={person.sessions} />
          </div>
          <Actions person={person} onGone={(left) => setGone({ left })} />
        </div>
      )}
    </QueryState>
  )
}

const day = (at: string | null) => at && `${formatMinute(at)} UTC`
const LINK = 'underline underline-offset-4'

function Who({ person }: { person: PersonDetails }) {
  return (
    <section aria-labelledby="who">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="who" className="text-xl font-semibold break-all">
          @{person.handle}
        </h2>
        <PersonBadges person={person} />
      </div>
      <div className="mt-5">
        <Facts
          facts={[
            ['E-mail', person.email],
            ['Id', <Id key="id">{person.id}</Id>],
            ['Since', day(person.created_at)],
            ['Handles before', person.past_usernames.map((name) => `@${name}`).join(', ')],
            ['Suspended', day(person.banned_at)],
            ['Asked for approval', day(person.asked_at)],
            ['Approved', day(person.approved_at)],
            ['Accepted the creator terms', day(person.creator_terms_at)],
            ['Creations', String(person.creations)],
            [
              'Runs',
              <Link key="runs" className={LINK} to={`/admin/runs?q=${person.id}`}>
                All runs
              </Link>,
            ],
          ]}
        />
      </div>
    </section>
  )
}

function Money({ id, money }: { id: string; money: NonNullable<PersonDetails['money']> }) {
  const account = money.payout_account
  return (
    <section aria-labelledby="money">
      <h2 id="money" className="text-xl font-semibold">
        Money
      </h2>
      <div className="mt-5">
        <Facts
          facts={[
            ['Bought', String(money.bought)],
            ['Sold', String(money.sold)],
            ['Payout account', ACCOUNT_WORDS[account ?? 'none']],
            [
              'Cases',
              money.cases.map(({ state }) => state).join(', ') ||
                (money.cases.length === 0 ? 'None' : ''),
            ],
            [
              'Payments',
              <Link key="payments" className={LINK} to={`/admin/payments?q=${id}`}>
                All payments
              </Link>,
            ],
          ]}
        />
      </div>
    </section>
  )
}

function Recipes({ person: { recipes, id } }: { person: PersonDetails }) {
  if (recipes.length === 0) return null
  return (
    <section aria-labelledby="recipes">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="recipes" className="text-xl font-semibold">
          Recipes
        </h2>
        <Link className={`text-sm ${LINK}`} to={`/admin/recipes?q=${id}`}>
          Pause or hide
        </Link>
      </div>
      <ul className="mt-4 text-sm">
        {recipes.map((recipe) => (
          <li
            key={recipe.id}
            className="flex flex-wrap gap-x-4 border-t border-line py-2.5 first:border-t-0"
          >
            <Link
              className={`min-w-0 flex-1 basis-48 break-words ${LINK}`}
              to={`/workflows/${recipe.id}`}
            >
              {recipe.name}
            </Link>
            <span className="text-muted">{recipe.state}</span>
            <span className="text-muted tabular-nums">{recipe.remixes} remixes</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sessions({ sessions }: { sessions: PersonDetails['sessions'] }) {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="text-xl font-semibold">
        Signed in
      </h2>
      {sessions.length === 0 && <p className="mt-3 text-sm text-muted">Nowhere.</p>}
      <ul className="mt-4 text-sm">
        {sessions.map((session, at) => (
          <li
            key={at}
            className="flex flex-wrap gap-x-4 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-48 break-words">
              {session.label}
              {session.kind === 'token' && <span className="text-muted"> (access token)</span>}
            </span>
            <span className="text-muted">seen {formatMinute(session.last_seen_at)} UTC</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Asked =
  | 'adjust'
  | 'approve'
  | 'decline'
  | 'ban'
  | 'unban'
  | 'sessions'
  | 'roles'
  | 'export'
  | 'delete'

function Actions({
  person,
  onGone,
}: {
  person: PersonDetails
  onGone: (left: Left | null) => void
}) {
  const { user } = useAuth()
  const [asked, setAsked] = useState<Asked>()
  const may = (call: StaffCall) => mayCall(user?.roles ?? [], call)
  const button = (what: Asked, label: string, danger = false) => (
    <Button
      key={what}
      kind="secondary"
      className={danger ? 'text-danger!' : ''}
      onClick={() => setAsked(what)}
    >
      {label}
    </Button>
  )
  const isStaff = person.roles.length > 0
  return (
    <section aria-label="Actions" className="flex flex-col gap-3">
      {may('approveCreator') && !person.house && (
        <>
          {!person.approved_at && button('approve', 'Approve as creator')}
          {person.asked_at && button('decline', 'Decline the request')}
          {person.approved_at && button('decline', 'End approval')}
        </>
      )}
      {may('adjustBalance') && !person.house && button('adjust', 'Give or take money')}
      {may('endSessions') && !person.house && button('sessions', 'End sessions and tokens')}
      {may('setRoles') && !person.house && button('roles', 'Roles')}
      {may('exportPerson') && !person.house && button('export', 'Export the data')}
      {may('banPerson') &&
        !isStaff &&
        (person.banned_at ? button('unban', 'End the ban') : button('ban', 'Ban', true))}
      {may('deletePerson') &&
        !isStaff &&
        !person.house &&
        button('delete', 'Delete the account', true)}
      {asked && (
        <Ask person={person} asked={asked} onGone={onGone} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

interface AskProps {
  person: PersonDetails
  onClose: () => void
}

function Ask({
  asked,
  onGone,
  ...given
}: AskProps & { asked: Asked; onGone: (left: Left | null) => void }) {
  const { person, onClose } = given
  const { id, handle } = person
  const common = { keep: `${asked} ${id}`, onClose }
  const params = { id }
  switch (asked) {
    case 'roles':
      return <RolesDialog {...given} />
    case 'adjust':
      return <AdjustDialog {...given} />
    case 'delete':
      return <DeleteDialog {...given} onGone={onGone} />
    case 'approve':
    case 'decline':
      return (
        <ActDialog
          {...common}
          noteless
          title={asked === 'approve' ? `Approve @${handle}?` : `No approval for @${handle}?`}
          description={
            asked === 'approve'
              ? 'Approved creators may publish recipes on providers that cost you money per run, and as many recipes as they like. They read of it.'
              : 'Who asked reads of it. What is published stays.'
          }
          label={asked === 'approve' ? 'Approve' : 'No approval'}
          done={asked === 'approve' ? `@${handle} is approved` : `@${handle} is not approved`}
          act={(_, client) =>
            send(client, 'approveCreator', { params, body: { approved: asked === 'approve' } })
          }
        />
      )
    case 'ban':
    case 'unban':
      return (
        <ActDialog
          {...common}
          danger={asked === 'ban'}
          title={asked === 'ban' ? `Ban @${handle}?` : `End the ban of @${handle}?`}
          description={
            asked === 'ban'
              ? 'Every session ends, and everything public of the account is hidden. The person can still read, export and delete what is theirs.'
              : 'What the ban hid is shown again.'
          }
          label={asked === 'ban' ? 'Ban' : 'End the ban'}
          done={asked === 'ban' ? `@${handle} is banned` : `@${handle} is not banned any more`}
          act={(note, client) =>
            send(client, 'banPerson', { params, body: { banned: asked === 'ban', note } })
          }
        />
      )
    case 'sessions':
      return (
        <ActDialog
          {...common}
          title={`Sign @${handle} out everywhere?`}
          description="Every browser session and every access token of the account ends at once."
          label="End all"
          done="All sessions and tokens have ended"
          act={(note, client) => send(client, 'endSessions', { params, body: { note } })}
        />
      )
    case 'export':
      return (
        <ActDialog
          {...common}
          reasonFor="the audit log"
          title={`Export the data of @${handle}?`}
          description="The same ZIP that the person can download. Give it to nobody else."
          label="Download"
          done="The data is downloaded"
          act={async (reason, client) => {
            await saveAnswer('exportPerson', { params, body: { reason } }, `${handle}.zip`)
            await refresh(client, 'exportPerson')
          }}
        />
      )
  }
}

const ROLE_HINTS = {
  admin: 'Everything, and who has which role.',
  moderator: 'People, recipes, reports and the waitlist; no money.',
  finance: 'Payments, payouts, cases and disputes; people to read.',
}
const ROLE_LABELS = { admin: 'Admin', moderator: 'Moderator', finance: 'Finance' }

function RolesDialog({ person, onClose }: AskProps) {
  const isAdmin = person.roles.includes('admin')
  const form = useForm({
    keep: `roles ${person.id}`,
    first: {
      admin: isAdmin,
      moderator: !isAdmin && person.roles.includes('moderator'),
      finance: !isAdmin && person.roles.includes('finance'),
    },
    act: (wanted, { client }) =>
      send(client, 'setRoles', {
        params: { id: person.id },
        body: { roles: STAFF_ROLES.filter((role) => wanted[role]) },
      }),
    done: () => {
      toast('The roles are saved')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`Roles of @${person.handle}`}
      description={
        person.named_admin
          ? 'The configuration names this admin, so that the role cannot be taken away here.'
          : 'They count at once, in every session.'
      }
      label="Save"
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Roles</legend>
        {STAFF_ROLES.map((role) => (
          <Checkbox
            key={role}
            label={ROLE_LABELS[role]}
            hint={ROLE_HINTS[role]}
            {...form.box(role)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

function AdjustDialog({ person: { id, handle }, onClose }: AskProps) {
  const form = useForm({
    keep: `adjust ${id}`,
    first: { way: 'give', amount: '', reason: '' },
    check: (text) => ({
      amount: !parseCents(text.amount) && askForAmount(),
      reason: text.reason.trim().length < 3 && 'Please say why',
    }),
    act: ({ way, amount, reason }, { client, key }) =>
      send(client, 'adjustBalance', {
        params: { id },
        body: {
          amount: (parseCents(amount) ?? 0) * (way === 'give' ? 1 : -1),
          reason: reason.trim(),
        },
        idempotencyKey: key,
      }),
    done: () => {
      toast('It is booked')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`Give @${handle} money, or take it?`}
      description="Outside of any sale: it stands in the balance at once and leaves, or is kept, with the next payout."
      label="Book"
      onClose={onClose}
    >
      <RadioGroup
        legend="Which way"
        options={[
          { value: 'give', label: 'Give' },
          { value: 'take', label: 'Take' },
        ]}
        {...form.choice('way')}
      />
      <AmountInput {...form.field('amount')} />
      <Input
        label="Reason, which the creator reads"
        maxLength={500}
        autoComplete="off"
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

const deletePerson = (...given: Parameters<typeof send<'deletePerson'>>) =>
  send<'deletePerson'>(...given)

function DeleteDialog({
  person: { id, handle },
  onClose,
  onGone,
}: AskProps & { onGone: (left: Left | null) => void }) {
  const form = useForm({
    keep: `delete ${id}`,
    first: { handle: '', reason: '' },
    check: (text) => ({
      handle: text.handle.trim().replace(/^@/, '') !== handle && `Please write ${handle}`,
      reason: text.reason.trim().length < 3 && 'Please say why',
    }),
    act: (text, { client }) =>
      deletePerson(client, 'deletePerson', {
        params: { id },
        body: { handle: text.handle.trim(), reason: text.reason.trim() },
      }),
    done: ({ left }) => {
      toast('The account is deleted')
      onGone(left)
    },
  })
  return (
    <FormDialog
      form={form}
      danger
      title={`Delete the account of @${handle}?`}
      description="Recipes, creations and personal data go, as if its owner had deleted it. The ledger stays without the person. It cannot be undone."
      label="Delete"
      onClose={onClose}
    >
      <Input label={`Write ${handle} to confirm`} autoComplete="off" {...form.field('handle')} />
      <Input
        label="Reason, for the audit log"
        hint="Such as the date of the letter."
        maxLength={500}
        autoComplete="off"
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

function Gone({ left }: { left: Left | null }) {
  return (
    <section className="max-w-xl">
      <h2 className="text-xl font-semibold">The account is deleted</h2>
      {left && (
        <div className="mt-5">
          <Alert tone="warn">
            {left.words.join(' ')}
            {left.link && (
              <>
                {' '}
                Send the person this link: <span className="break-all">{left.link}</span>
              </>
            )}
          </Alert>
        </div>
      )}
      <p className="mt-5">
        <Link className={LINK} to="/admin/people">
          Back to people
        </Link>
      </p>
    </section>
  )
}
