import { useQueryClient } from '@tanstack/react-query'
import { ACCESS_TOKEN_DAYS } from '@vignette/contract/account-limits.ts'
import { type FormEvent, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { createAccessToken } from '../api.ts'

const LABEL_MAX = 60

/** A bearer token for an API client; the server keeps only a hash, so the token is shown once. */
export function TokensPanel() {
  const client = useQueryClient()
  const [label, setLabel] = useKeptState('token', '')
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const [token, setToken] = useState<string | undefined>()

  async function create(event: FormEvent) {
    event.preventDefault()
    if (!label.trim()) return setFault('Please name the token')
    setBusy(true)
    setFault(undefined)
    try {
      setToken(await createAccessToken(client, label.trim()))
      setLabel('')
    } catch (error) {
      setFault(readReason(error, 'The token could not be made. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

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
      <form
        noValidate
        onSubmit={(event) => void create(event)}
        className="mt-4 flex max-w-md flex-col items-start gap-3"
      >
        <div className="w-full">
          <Input
            label="Name of the token"
            placeholder="Render script"
            value={label}
            maxLength={LABEL_MAX}
            error={fault}
            onChange={(event) => {
              setLabel(event.target.value)
              setFault(undefined)
            }}
          />
        </div>
        <Button type="submit" kind="secondary" size="sm" busy={busy}>
          Create token
        </Button>
      </form>
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
