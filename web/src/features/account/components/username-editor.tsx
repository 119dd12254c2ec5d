import { useMutation } from '@tanstack/react-query'
import { PAST_USERNAME_MONTHS, USERNAME_RULE } from '@vignette/contract/account-limits.ts'
import type { UserView } from '@vignette/contract/identity.ts'
import { type FormEvent, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { apiMutation } from '../../../lib/api.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { checkUsername, explainUsernameFault, normaliseUsername } from '../check-username.ts'

export function UsernameEditor({
  user,
  onSaved,
  onCancel,
}: {
  user: UserView
  onSaved: (user: UserView) => void
  /** Absent until a username is chosen: the editor then stays open. */
  onCancel: (() => void) | undefined
}) {
  const [text, setText] = useKeptState('username', user.username ?? '')
  const [fault, setFault] = useState<string | undefined>()
  const { mutate, isPending: saving } = useMutation({
    ...apiMutation('updateUser'),
    onSuccess: (saved) => {
      track('username_changed')
      onSaved(saved)
      toast('Username saved')
    },
    onError: (error) => setFault(explainUsernameFault(error)),
  })
  const unchanged = normaliseUsername(text) === (user.username ?? '')

  function save(event: FormEvent) {
    event.preventDefault()
    const wrong = checkUsername(text)
    setFault(wrong)
    if (!wrong) mutate({ body: { username: normaliseUsername(text) } })
  }

  return (
    <form
      onSubmit={save}
      noValidate
      className="grid max-w-xl grid-cols-1 gap-x-3 sm:grid-cols-[1fr_auto]"
    >
      <Input
        label="Username"
        hint={USERNAME_RULE}
        error={fault}
        value={text}
        autoFocus={onCancel !== undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
      />
      {user.username && (
        <p className="text-sm text-muted sm:order-last sm:col-span-2">
          Links to @{user.username} lead to the new name for {PAST_USERNAME_MONTHS} months, and
          nobody else can take it meanwhile.
        </p>
      )}
      <div className="mt-3 flex gap-2 sm:mt-6.5">
        <Button type="submit" busy={saving} disabled={unchanged}>
          {saving ? 'Saving…' : 'Save username'}
        </Button>
        {onCancel && (
          <Button kind="ghost" disabled={saving} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
