import { ACCESS_TOKEN_DAYS } from '@vignette/contract/account-limits.ts'
import { useState } from 'react'
import { useForm } from '../../../lib/use-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { createAccessToken } from '../api.ts'

const LABEL_MAX = 60

/** A bearer token for an API client; the server keeps only a hash, so the token is shown once. */
export function TokensPanel() {
  const [token, setToken] = useState<string | undefined>()
  const form = useForm({
    keep: 'token',
    first: { label: '' },
    check: ({ label }) => ({ label: !label.trim() && 'Please name the token' }),
    act: ({ label }, { client }) => createAccessToken(client, label.trim()),
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
        in your name, for {ACCESS_TOKEN_DAYS} days. A token publishes, runs and takes down what is
        yours; it cannot delete or export the account, nor manage sessions and tokens.
      </p>
      <Form form={form} className="mt-4 flex max-w-md flex-col items-start gap-3">
        <div className="w-full">
          <Input
            label="Name of the token"
            placeholder="Render script"
            maxLength={LABEL_MAX}
            {...form.field('label')}
          />
        </div>
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
