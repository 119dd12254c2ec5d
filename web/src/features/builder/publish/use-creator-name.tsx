import { useQueryClient } from '@tanstack/react-query'
import { USERNAME_RULE } from '@vignette/contract/account-limits.ts'
import { useRef, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { Input } from '../../../ui/field.tsx'
import { checkUsername, explainUsernameFault, normaliseUsername } from '../../account/index.ts'

/**
 * Asks a creator without a username for one before a new recipe is published. The field may stay
 * empty, and says under which name readers then see the recipe.
 */
export function useCreatorName(isUpdate: boolean) {
  const { user, loading, setUser } = useAuth()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const asks = user?.username === null && !isUpdate

  function refuse(reason: string | undefined): boolean {
    setFault(reason)
    if (reason) input.current?.focus()
    return reason === undefined
  }

  /** False where the name cannot be had, which the field then says. */
  async function take(): Promise<boolean> {
    if (!asks || name.trim() === '') return refuse(undefined)
    if (!refuse(checkUsername(name))) return false
    setBusy(true)
    try {
      setUser(await send(client, 'updateUser', { body: { username: normaliseUsername(name) } }))
      track('username_changed')
      return true
    } catch (error) {
      return refuse(explainUsernameFault(error))
    } finally {
      setBusy(false)
    }
  }

  const field = asks ? (
    <Input
      ref={input}
      label="Your name, as readers see it (optional)"
      hint={`${USERNAME_RULE} Without one they read “by @${user.handle}”; you can choose one later.`}
      error={fault}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={name}
      onChange={(event) => {
        setName(event.target.value)
        setFault(undefined)
      }}
    />
  ) : (
    !user &&
    !loading &&
    !isUpdate && (
      <p className="text-sm text-muted">
        Without an account readers see “by @guest-” and six letters. Sign in to choose a name.
      </p>
    )
  )
  return { field, take, busy }
}
