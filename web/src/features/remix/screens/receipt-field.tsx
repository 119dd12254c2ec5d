import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../lib/config.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { Input } from '../../../ui/field.tsx'

/** A visitor may leave an address before paying; an account has one of its own. */
export function ReceiptField({
  email,
  onChange,
  error,
}: {
  email: string
  onChange: (email: string) => void
  error?: string | undefined
}) {
  const { user, loading } = useAuth()
  const { data: config } = useQuery(configQuery)
  if (loading || !config) return <div className="h-28" />
  if (user || config.mail === 'none') return null
  return (
    <Input
      label="E-mail address (optional)"
      type="email"
      autoComplete="email"
      maxLength={254}
      placeholder="you@example.com"
      value={email}
      error={error}
      hint="For your receipt and the link to your creation. No newsletters."
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
