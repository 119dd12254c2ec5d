import type { UserView } from '@vignette/contract/identity.ts'
import { USERNAME_RULE } from '@vignette/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { updateUser } from '../api/update-user.ts'
import { checkUsername, explainUsernameFault, normaliseUsername } from '../check-username.ts'

export function UsernameEditor({
  user,
  onSaved,
}: {
  user: UserView
  onSaved: (user: UserView) => void
}) {
  const [text, setText] = useState(user.username ?? '')
  const [fault, setFault] = useState<string | undefined>()
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const unchanged = normaliseUsername(text) === (user.username ?? '')

  async function save(event: FormEvent) {
    event.preventDefault()
    const wrong = checkUsername(text)
    setFault(wrong)
    if (wrong) return
    setState('saving')
    try {
      const next = await updateUser({ username: normaliseUsername(text) })
      onSaved(next)
      setText(next.username ?? '')
      setState('saved')
    } catch (error) {
      setFault(explainUsernameFault(error))
      setState('idle')
    }
  }

  return (
    <form
      onSubmit={(event) => void save(event)}
      noValidate
      className="grid max-w-xl grid-cols-1 gap-x-3 sm:grid-cols-[1fr_auto]"
    >
      <Input
        label="Username"
        hint={state === 'saved' ? 'Saved.' : USERNAME_RULE}
        error={fault}
        value={text}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
          setState('idle')
        }}
      />
      <div className="mt-3 sm:mt-6.5">
        <Button type="submit" kind="secondary" busy={state === 'saving'} disabled={unchanged}>
          {state === 'saving' ? 'Saving…' : 'Save username'}
        </Button>
        <span role="status" className="sr-only">
          {state === 'saved' ? 'Username saved.' : ''}
        </span>
      </div>
    </form>
  )
}
