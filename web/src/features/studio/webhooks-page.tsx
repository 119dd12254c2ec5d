import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  WEBHOOK,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@vignette/contract/webhook-words.ts'
import type { WebhookDeliveryView, WebhookView } from '@vignette/contract/webhooks.ts'
import { useState } from 'react'
import { track } from '../../lib/analytics.ts'
import { apiMutation, send } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import { copyText } from '../../lib/copy-text.ts'
import { formatAgo, formatLocalMinute, formatSoon } from '../../lib/dates.ts'
import type { Write } from '../../lib/stale.ts'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Input } from '../../ui/field.tsx'
import { ActionDialog, Form, Submit } from '../../ui/form.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { webhookDeliveriesQuery, webhooksQuery } from './api.ts'
import { StudioRoom } from './components/studio-room.tsx'

/** Addresses of the reader's own servers, to which news of the account is sent. */
export function WebhooksPage() {
  return (
    <StudioRoom title="Webhooks">
      <Webhooks />
    </StudioRoom>
  )
}

/** A secret that was just made; it is not shown again. */
interface Shown {
  url: string
  secret: string
}

function Webhooks() {
  const query = useQuery(webhooksQuery)
  const [shown, setShown] = useState<Shown>()
  return (
    <QueryState
      query={query}
      failed="Your webhooks could not be loaded"
      loading={<Skeleton className="h-96 w-full max-w-3xl rounded-lg" />}
    >
      {({ items: webhooks }) => (
        <div className="flex max-w-3xl flex-col gap-10">
          <p className="max-w-2xl text-muted">
            When something happens to your creations, purchases, sales or recipes, we tell a server
            of yours, so that your programs need not keep asking. The page of the{' '}
            <a href="/api/v1/docs" className="text-ink underline underline-offset-3">
              API
            </a>{' '}
            says how.
          </p>
          {shown && <Secret {...shown} />}
          {webhooks.length > 0 && (
            <ul aria-label="Your webhooks" className="flex flex-col gap-5">
              {webhooks.map((webhook) => (
                <Item key={webhook.id} webhook={webhook} onSecret={setShown} />
              ))}
            </ul>
          )}
          {webhooks.length < WEBHOOK.most ? (
            <AddForm onSecret={setShown} />
          ) : (
            <p className="text-muted">
              These are {WEBHOOK.most}, as many as an account may have. Delete one to add another.
            </p>
          )}
        </div>
      )}
    </QueryState>
  )
}

function Secret({ url, secret }: Shown) {
  const copy = async () => {
    if (await copyText(secret)) toast('Secret copied')
    else toastError('The secret could not be copied. Select it and copy it.')
  }
  return (
    <Alert
      tone="good"
      title="Copy the signing secret now. It is not shown again."
      action={
        <Button kind="secondary" size="sm" onClick={() => void copy()}>
          Copy the secret
        </Button>
      }
    >
      <p className="break-all">For {url}</p>
      <code className="mt-1 block font-mono text-xs break-all select-all">{secret}</code>
    </Alert>
  )
}

const GROUPS: Record<string, string> = {
  creation: 'Creations',
  payment: 'Purchases and sales',
  payout: 'Payouts',
  case: 'Cases',
  workflow: 'Recipes',
}

type Values = { url: string } & Record<WebhookEvent, boolean>

const valuesOf = (url: string, events: readonly WebhookEvent[]) =>
  ({
    url,
    ...Object.fromEntries(WEBHOOK_EVENT_NAMES.map((name) => [name, events.includes(name)])),
  }) as Values

const chosenIn = (values: Values) => WEBHOOK_EVENT_NAMES.filter((name) => values[name])

function findFault(values: Values) {
  return {
    url: !URL.canParse(values.url.trim())
      ? 'Please write an address, such as https://example.com/hook'
      : chosenIn(values).length === 0 && 'Please choose below what to send there',
  }
}

function AddForm({ onSecret }: { onSecret: (shown: Shown) => void }) {
  const form = useForm({
    first: valuesOf('', ['creation.completed', 'creation.failed']),
    check: findFault,
    act: (values, { client }) =>
      send(client, 'createWebhook', {
        body: { url: values.url.trim(), events: chosenIn(values) },
      }),
    done: ({ url, secret }) => {
      track('webhook_created')
      onSecret({ url, secret })
      form.clear()
    },
    failed: 'The webhook could not be made. Please try again.',
    at: 'url',
  })
  return (
    <section aria-labelledby="add-webhook">
      <h2 id="add-webhook" className="text-xl font-semibold">
        Add a webhook
      </h2>
      <Form form={form} className="mt-4 flex flex-col items-start gap-6">
        <Fields form={form} />
        <Submit form={form}>Add webhook</Submit>
      </Form>
    </section>
  )
}

function Fields({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  return (
    <>
      <div className="w-full max-w-xl">
        <Input
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://example.com/hook"
          maxLength={WEBHOOK.urlMax}
          required
          {...form.field('url')}
        />
      </div>
      <div className="grid w-full gap-x-8 gap-y-6 sm:grid-cols-2">
        {Object.entries(GROUPS).map(([group, legend]) => (
          <fieldset key={group} className="flex flex-col gap-3">
            <legend className="mb-3 text-sm font-medium">{legend}</legend>
            {WEBHOOK_EVENT_NAMES.filter((name) => name.startsWith(`${group}.`)).map((name) => (
              <Checkbox
                key={name}
                label={WEBHOOK_EVENTS[name]}
                hint={<span className="font-mono text-xs">{name}</span>}
                {...form.box(name)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </>
  )
}

type Panel = 'deliveries' | 'change'

function Item({ webhook, onSecret }: { webhook: WebhookView; onSecret: (shown: Shown) => void }) {
  const { id, url, events, state } = webhook
  const [panel, setPanel] = useState<Panel>()
  const [asks, setAsks] = useState<'delete' | 'rotate'>()
  const toggle = (next: Panel) => setPanel(panel === next ? undefined : next)
  const params = { id }
  const client = useQueryClient()
  const test = useAction('testWebhook', 'The test could not be sent. Please try again.')
  const change = useAction('updateWebhook', 'This could not be changed. Please try again.')
  const resumes = state !== 'on'
  return (
    <li aria-label={url} className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-mono text-sm font-medium break-all">{url}</h2>
        <Badge tone={standingOf(webhook).tone}>{standingOf(webhook).word}</Badge>
      </div>
      <p className="mt-2 text-sm text-muted">{describeStanding(webhook)}</p>
      <p className="mt-1 text-sm break-words text-muted">{events.join(', ')}</p>
      <div className="mt-3 -ml-3.5 flex flex-wrap gap-1">
        <Button
          kind="ghost"
          size="sm"
          aria-expanded={panel === 'deliveries'}
          onClick={() => toggle('deliveries')}
        >
          Deliveries
        </Button>
        <Button
          kind="ghost"
          size="sm"
          busy={test.isPending}
          disabled={resumes}
          onClick={() => test.mutate({ params }, { onSuccess: () => setPanel('deliveries') })}
        >
          Send a test
        </Button>
        <Button
          kind="ghost"
          size="sm"
          aria-expanded={panel === 'change'}
          onClick={() => toggle('change')}
        >
          Change
        </Button>
        <Button
          kind="ghost"
          size="sm"
          busy={change.isPending}
          onClick={() => change.mutate({ params, body: { state: resumes ? 'on' : 'paused' } })}
        >
          {resumes ? 'Resume' : 'Pause'}
        </Button>
        <Button kind="ghost" size="sm" onClick={() => setAsks('rotate')}>
          New secret
        </Button>
        <Button kind="ghost" size="sm" onClick={() => setAsks('delete')}>
          Delete
        </Button>
      </div>
      {panel === 'change' && <ChangeForm webhook={webhook} onDone={() => setPanel(undefined)} />}
      {panel === 'deliveries' && <Deliveries webhook={webhook} />}
      {asks === 'delete' && (
        <ActionDialog
          title="Delete this webhook?"
          description="Nothing more is sent there, and its deliveries are gone, those that wait too."
          label="Delete webhook"
          danger
          act={async () => {
            await send(client, 'deleteWebhook', { params })
            toast('Webhook deleted')
          }}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'rotate' && (
        <ActionDialog
          title="Make a new secret?"
          description={`Both secrets sign for ${WEBHOOK.oldSecretHours} hours, so that you can change yours in between.`}
          label="Make a new secret"
          act={async () => {
            const { secret } = await send(client, 'rotateWebhookSecret', { params })
            onSecret({ url, secret })
            scrollTo({ top: 0 })
          }}
          onClose={() => setAsks(undefined)}
        />
      )}
    </li>
  )
}

function useAction<N extends Write>(name: N, failed: string) {
  return useMutation({
    ...apiMutation(name),
    onError: (error) => toastError(readReason(error, failed)),
  })
}

function standingOf({ state, failing_since }: WebhookView): { word: string; tone: BadgeTone } {
  if (state === 'paused') return { word: 'Paused', tone: 'plain' }
  if (state === 'gone') return { word: 'Ended', tone: 'danger' }
  return failing_since ? { word: 'Not taken', tone: 'warn' } : { word: 'On', tone: 'good' }
}

function describeStanding({ state, failing_since, next_at, waiting }: WebhookView): string {
  const waits =
    waiting === 0 ? '' : ` ${waiting.toLocaleString('en-US')} ${waiting === 1 ? 'waits' : 'wait'}.`
  if (state === 'paused')
    return `Nothing is sent. News waits for ${WEBHOOK.tryDays} days at most.${waits}`
  if (state === 'gone') return 'The address answered 410: it is gone. What happens now is not kept.'
  if (!failing_since) return waits.trim() || 'Nothing waits.'
  const next = next_at ? ` The next try is at ${formatSoon(next_at)}.` : ''
  return `Not taken since ${formatLocalMinute(failing_since)}.${waits}${next}`
}

function ChangeForm({ webhook, onDone }: { webhook: WebhookView; onDone: () => void }) {
  const form = useForm({
    first: valuesOf(webhook.url, webhook.events),
    check: findFault,
    act: (values, { client }) =>
      send(client, 'updateWebhook', {
        params: { id: webhook.id },
        body: { url: values.url.trim(), events: chosenIn(values) },
      }),
    done: onDone,
    failed: 'This could not be changed. Please try again.',
    at: 'url',
  })
  return (
    <Form form={form} className="mt-5 flex flex-col items-start gap-6 border-t border-line pt-5">
      <Fields form={form} />
      <Submit form={form}>Save</Submit>
    </Form>
  )
}

function Deliveries({ webhook: { id, state } }: { webhook: WebhookView }) {
  const query = useQuery(webhookDeliveriesQuery(id))
  return (
    <div className="mt-5 border-t border-line pt-4">
      <QueryState
        query={query}
        line
        failed="The deliveries could not be loaded"
        loading={<Skeleton className="h-24 w-full" />}
      >
        {({ items: deliveries }) =>
          deliveries.length === 0 ? (
            <p className="text-sm text-muted">Nothing was sent there yet.</p>
          ) : (
            <ul aria-label="Deliveries, the newest first" className="divide-y divide-line">
              {deliveries.map((delivery) => (
                <Delivery
                  key={delivery.id}
                  delivery={delivery}
                  webhookId={id}
                  open={state === 'on'}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
    </div>
  )
}

const STATES: Record<WebhookDeliveryView['state'], { word: string; tone: BadgeTone }> = {
  waiting: { word: 'Waiting', tone: 'plain' },
  delivered: { word: 'Taken', tone: 'good' },
  failed: { word: 'Not taken', tone: 'danger' },
}

function Delivery({
  delivery,
  webhookId,
  open,
}: {
  delivery: WebhookDeliveryView
  webhookId: string
  open: boolean
}) {
  const { id, type, state, created_at, answer } = delivery
  const { word, tone } = STATES[state]
  const again = useAction('sendWebhookDelivery', 'It could not be sent. Please try again.')
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono text-sm">{type}</span>
        <Badge tone={tone}>{word}</Badge>
        <span className="text-sm text-muted">{formatAgo(created_at)}</span>
        <Button
          kind="ghost"
          size="sm"
          className="-mr-3.5 ml-auto"
          busy={again.isPending}
          disabled={!open}
          aria-label={`Send again: ${type} of ${formatLocalMinute(created_at)}`}
          onClick={() => again.mutate({ params: { id: webhookId, deliveryId: id } })}
        >
          Send again
        </Button>
      </div>
      <p className="text-sm break-words text-muted">{describeAttempt(delivery)}</p>
      {answer && (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer text-muted">What it answered</summary>
          <pre className="mt-2 max-h-40 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap">
            {answer}
          </pre>
        </details>
      )}
    </li>
  )
}

function describeAttempt({ attempts, status, took_ms, error }: WebhookDeliveryView): string {
  if (attempts === 0) return error ?? 'Not sent yet.'
  const times = attempts === 1 ? '' : ` ${attempts} attempts.`
  if (status === null) return `${error ?? 'It is being sent.'}${times}`
  const took = took_ms === null ? '' : ` in ${took_ms.toLocaleString('en-US')} ms`
  return `Answer ${status}${took}.${error ? ` ${error}` : ''}${times}`
}
