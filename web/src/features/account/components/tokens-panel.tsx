import { useMutation, useQuery } from '@tanstack/react-query'
import {
  DEFAULT_SCOPES,
  DEFAULT_TOKEN_DAYS,
  SCOPES,
  type Scope,
  TOKEN_DAYS,
  TOKEN_LABEL,
} from '@vignette/contract/account-limits.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Input, Select } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { createAccessToken, tokensQuery } from '../api.ts'
import { TOKEN_MAY } from '../token-words.ts'

/** Bearer tokens of API clients; the server keeps only a hash, so a token is shown once. */
export function TokensPanel() {
  const [token, setToken] = useState<string | undefined>()
  const form = useForm({
    keep: 'token',
    first: {
      label: '',
      days: String(DEFAULT_TOKEN_DAYS),
      origins: '',
      ...Object.fromEntries(SCOPES.map((scope) => [scope, DEFAULT_SCOPES.includes(scope)])),
    } as { label: string; days: string; origins: string } & Record<Scope, boolean>,
    check: (values) => ({
      label: !values.label.trim()
        ? 'Please name the token'
        : !SCOPES.some((scope) => values[scope]) && 'Please choose what it may do',
      origins:
        !readSites(values.origins).every(isSite) &&
        'Please write the address without a path, such as https://example.com',
    }),
    act: (values, { client }) =>
      createAccessToken(client, {
        label: values.label.trim(),
        days: TOKEN_DAYS.find((days) => String(days) === values.days),
        scopes: SCOPES.filter((scope) => values[scope]),
        origins: readSites(values.origins),
      }),
    done: (made) => {
      setToken(made)
      form.clear()
    },
    failed: 'The token could not be made. Please try again.',
    at: 'label',
  })

  return (
    <section aria-labelledby="tokens">
      <h3 id="tokens" className="text-lg font-semibold">
        Access tokens
      </h3>
      <p className="mt-1 text-sm text-muted">
        For programs that call the{' '}
        <a href="/api/v1/docs" className="text-ink underline underline-offset-3">
          API
        </a>{' '}
        in your name. No token can delete or export the account, move money out, or manage sessions
        and tokens. <Link to="/assistants">Connect an assistant</Link> with one.
      </p>
      <TokenList />
      <Form form={form} className="mt-6 flex max-w-md flex-col items-start gap-4">
        <div className="w-full">
          <Input
            label="Name of the token"
            placeholder="Render script"
            maxLength={TOKEN_LABEL}
            {...form.field('label')}
          />
        </div>
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-2 text-sm font-medium">What it may do</legend>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} label={TOKEN_MAY[scope].whole} {...form.box(scope)} />
          ))}
        </fieldset>
        <div className="w-40">
          <Select
            label="For how long"
            options={TOKEN_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
            {...form.field('days')}
          />
        </div>
        {form.values.run && (
          <div className="w-full">
            <Input
              label="Your own site (optional)"
              placeholder="https://example.com"
              hint="Buyers may return there from a checkout that this token opens."
              {...form.field('origins')}
            />
          </div>
        )}
        <Submit form={form} kind="secondary" size="sm">
          Create token
        </Submit>
      </Form>
      {token && (
        <div className="mt-4">
          <Alert tone="good" title="Copy it now. It is not shown again.">
            <code className="mt-1 block font-mono text-xs break-all select-all">{token}</code>
          </Alert>
        </div>
      )}
    </section>
  )
}

function readSites(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function isSite(text: string): boolean {
  return URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`
}

function TokenList() {
  const query = useQuery(tokensQuery)
  const { mutate, isPending, variables } = useMutation({
    ...apiMutation('revokeAccessToken'),
    onSuccess: () => track('session_revoked'),
    onError: (error) =>
      toastError(readReason(error, 'The token could not be revoked. Please try again.')),
  })

  return (
    <QueryState
      query={query}
      line
      failed="Your tokens could not be loaded"
      loading={<Skeleton className="mt-4 h-16 w-full" />}
    >
      {(tokens) =>
        tokens.length > 0 && (
          <ul aria-label="Your tokens" className="mt-4 divide-y divide-line border-y border-line">
            {tokens.map((token) => (
              <li key={token.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-48 text-sm text-muted">
                  <p className="text-base font-medium break-words text-ink">{token.label}</p>
                  <p className="break-words">{describeScopes(token.scopes)}</p>
                  <p className="break-words">{describeUse(token)}</p>
                </div>
                <Button
                  kind="secondary"
                  size="sm"
                  busy={isPending && variables.params.id === token.id}
                  aria-label={`Revoke token ${token.label}`}
                  onClick={() => mutate({ params: { id: token.id } })}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}

function describeScopes(scopes: readonly Scope[] | null): string {
  if (!scopes) return 'Made before one could choose: may do most of what you may'
  const text = scopes.map((scope) => TOKEN_MAY[scope].short).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function describeUse(token: Answer<'listAccessTokens'>['items'][number]): string {
  const { last_used_at, last_address, expires_at } = token
  const used = last_used_at
    ? `Last used ${formatLocalDate(last_used_at)} from ${last_address}`
    : 'Not used yet'
  return `${used}, ends ${formatLocalDate(expires_at)}`
}
