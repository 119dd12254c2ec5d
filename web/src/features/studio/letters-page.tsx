import { useQuery } from '@tanstack/react-query'
import { CREATOR_LETTER, findAddress } from '@vignette/contract/creator-letter-words.ts'
import type { SentLetter } from '@vignette/contract/creator-letters.ts'
import { useState } from 'react'
import { track } from '../../lib/analytics.ts'
import { send } from '../../lib/api.ts'
import type { Answer } from '../../lib/client.ts'
import { formatLocalDate, formatLongDate } from '../../lib/dates.ts'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input, Select, Textarea } from '../../ui/field.tsx'
import { Form, Submit } from '../../ui/form.tsx'
import { LetterSheet } from '../../ui/letter-sheet.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { creatorLettersQuery, ownStorefrontQuery } from './api.ts'
import { StudioRoom } from './components/studio-room.tsx'

/** Letters to the reader's own followers, and to buyers who asked for them. */
export function LettersPage() {
  return (
    <StudioRoom title="Letters">
      <Letters />
    </StudioRoom>
  )
}

type Own = Answer<'listCreatorLetters'>

function Letters() {
  const query = useQuery(creatorLettersQuery)
  return (
    <QueryState
      query={query}
      failed="Your letters could not be loaded"
      loading={<Skeleton className="h-96 w-full max-w-2xl rounded-lg" />}
    >
      {(own) => (
        <div className="flex max-w-2xl flex-col gap-10">
          <div className="flex flex-col gap-5">
            <p className="text-muted">
              To people who follow you, and to buyers who ticked a box of their own. Each can end
              your letters with one click, and you never see who they are.
            </p>
            <p>
              {describeReaders(own.readers)} {describeLeft(own)}
            </p>
            {own.needs ? <Needs what={own.needs} /> : own.left > 0 && <WriteForm own={own} />}
          </div>
          {own.letters.length > 0 && <Sent letters={own.letters} />}
        </div>
      )}
    </QueryState>
  )
}

const people = (count: number) =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`

const describeReaders = (readers: number) =>
  readers === 0 ? 'Nobody gets your letters yet.' : `A letter goes to ${people(readers)} at most.`

function describeLeft({ left, next_at }: Pick<Own, 'left' | 'next_at'>): string {
  if (left > 0) return `You can send ${left === 1 ? '1 letter' : `${left} letters`} now.`
  return `You have sent ${CREATOR_LETTER.most} letters within ${CREATOR_LETTER.days} days. The next can go from ${formatLongDate(next_at)} on.`
}

function Needs({ what }: { what: NonNullable<Own['needs']> }) {
  return what === 'username' ? (
    <Alert
      tone="warn"
      title="Letters need a username"
      action={
        <LinkButton to="/profile" kind="secondary" size="sm">
          Choose a username
        </LinkButton>
      }
    >
      Your letters name it, so that readers know who writes.
    </Alert>
  ) : (
    <Alert
      tone="warn"
      title="Letters need a recipe in Discover"
      action={
        <LinkButton to="/studio/recipes" kind="secondary" size="sm">
          Open your recipes
        </LinkButton>
      }
    >
      Once one of your recipes is listed, you can write.
    </Alert>
  )
}

function WriteForm({ own }: { own: Own }) {
  const { data: storefront } = useQuery(ownStorefrontQuery)
  const [asks, setAsks] = useState(false)
  const form = useForm({
    first: { subject: '', body: '', workflow: '' },
    check: ({ subject, body }) => ({
      subject: subject.trim() ? findAddress(subject) : 'Please write a subject',
      body: body.trim() ? findAddress(body) : 'Please write your letter',
    }),
    act: async ({ subject, body, workflow }, { client, key }) => {
      // The first press shows the letter, the second sends it.
      if (!asks) return null
      return send(client, 'sendCreatorLetter', {
        body: { subject, body, workflow_id: workflow || null },
        idempotencyKey: key,
      })
    },
    done: (sent) => {
      if (!sent) return setAsks(true)
      track('creator_letter_sent')
      setAsks(false)
      form.clear()
      toast('Your letter is on its way')
    },
    failed: 'The letter could not be sent. Please try again.',
  })
  const { subject, body, workflow } = form.values
  const recipes = storefront?.recipes ?? []
  const handle = storefront?.handle ?? ''
  const recipe = recipes.find(({ id }) => id === workflow)

  return (
    <>
      <Form form={form}>
        <Input
          label="Subject"
          maxLength={CREATOR_LETTER.subjectMax}
          required
          hint={`In the mail it reads “@${handle}: ${subject.trim() || '…'}”.`}
          {...form.field('subject')}
        />
        <Textarea
          label="Letter"
          rows={9}
          maxLength={CREATOR_LETTER.bodyMax}
          required
          hint="Plain text; each line is a paragraph. Web and mail addresses are not allowed: the button leads to your recipe or your page."
          {...form.field('body')}
        />
        {recipes.length > 0 && (
          <Select
            label="Recipe"
            hint="Its sample picture and a button to it go with the letter."
            options={[
              { value: '', label: 'None' },
              ...recipes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.field('workflow')}
          />
        )}
        <div className="flex flex-col items-start gap-4">
          <Submit form={asks ? { ...form, fault: undefined } : form} disabled={own.readers === 0}>
            Look at the letter
          </Submit>
        </div>
      </Form>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        locked={form.busy}
        wide
        title={`Send this letter to ${people(own.readers)} at most?`}
        description="A letter that was sent cannot be changed or called back."
      >
        <LetterSheet handle={handle} subject={subject.trim()} body={body}>
          {recipe?.sample && (
            <img
              src={recipe.sample.preview_url ?? recipe.sample.url}
              alt={recipe.name}
              className="mb-5 max-h-72 max-w-full rounded-md"
            />
          )}
          <span className="inline-flex min-h-11 items-center rounded-3xl bg-ink px-5 py-2 font-semibold text-ground">
            {recipe ? `Open “${recipe.name}”` : 'Open the creator’s page'}
          </span>
        </LetterSheet>
        {form.fault && (
          <div className="mt-4">
            <Alert tone="danger">{form.fault}</Alert>
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button busy={form.busy} onClick={form.submit}>
            Send letter
          </Button>
          <Button kind="secondary" disabled={form.busy} onClick={() => setAsks(false)}>
            Go on writing
          </Button>
        </div>
      </Dialog>
    </>
  )
}

const STATES: Record<SentLetter['state'], string> = {
  sending: 'On its way',
  sent: '',
  hidden: 'Hidden',
}

function Sent({ letters }: { letters: readonly SentLetter[] }) {
  return (
    <section aria-labelledby="sent-letters">
      <h2 id="sent-letters" className="text-xl font-semibold">
        Sent
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {letters.map(({ id, subject, sent_at, told, state }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <Link
              to={`/letters/${id}`}
              className="inline-flex min-h-11 min-w-0 grow items-center wrap-anywhere hover:underline"
            >
              {subject}
            </Link>
            {STATES[state] && <Badge>{STATES[state]}</Badge>}
            <span className="text-sm text-muted tabular-nums">
              {formatLocalDate(sent_at)}, {people(told)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
