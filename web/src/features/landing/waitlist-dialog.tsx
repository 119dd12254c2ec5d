import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { track } from '../../lib/analytics.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { configQuery } from '../config/index.ts'
import { checkEmail, joinWaitlist } from './join-waitlist.ts'

const NO_WAITING =
  'leave your address, and the operator can write to you once; nothing else is sent to it.'

/** Who publishes here, and what the address is for. */
const BY_ACCESS = {
  open: {
    first: `You can publish here at once, without an account. Or ${NO_WAITING}`,
    thanks: 'Thank you. You need not wait for a letter: publish your recipe in the studio.',
  },
  'signed-in': {
    first: `You can publish here as soon as you are signed in. Or ${NO_WAITING}`,
    thanks:
      'Thank you. You need not wait for a letter: sign in, and publish your recipe in the studio.',
  },
  approved: {
    first:
      'Leave your address for one letter, when there is room for you; nothing else is sent to it. Meanwhile you can build your recipe in the studio.',
    thanks:
      'Thank you. One letter will tell you when there is room for you. Meanwhile you can build your recipe in the studio.',
  },
}

type State = 'idle' | 'loading' | 'success' | 'error'

export function WaitlistDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const config = useQuery(configQuery)
  const access = config.data?.creator_access ?? 'approved'
  const words = BY_ACCESS[access]
  const [state, setState] = useState<State>('idle')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()

  const changeOpen = (next: boolean) => {
    if (!next) {
      setState('idle')
      setEmail('')
      setName('')
      setFault(undefined)
      track('waitlist_closed', { state })
    }
    onOpenChange(next)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const invalid = checkEmail(email)
    setFault(invalid)
    if (invalid) return
    setState('loading')
    track('waitlist_submitted', { with_name: name.trim() !== '' })
    try {
      await joinWaitlist(email, name, config.data?.waitlist_url || undefined)
      setState('success')
      track('waitlist_joined')
    } catch {
      setState('error')
      track('waitlist_failed')
    }
  }

  if (state === 'success')
    return (
      <Dialog
        open={open}
        onOpenChange={changeOpen}
        title="We'll be in touch!"
        description={words.thanks}
      >
        <div className="flex flex-col gap-3">
          <Button onClick={() => changeOpen(false)}>Done</Button>
          <LinkButton kind="secondary" to="/studio/recipes/new">
            Open the studio
          </LinkButton>
        </div>
      </Dialog>
    )

  const loading = state === 'loading'
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      locked={loading}
      title="Become a Creator"
      description={words.first}
    >
      <LinkButton
        kind={access === 'approved' ? 'secondary' : 'primary'}
        to="/studio/recipes/new"
        className="mb-4 w-full"
      >
        Open the studio
      </LinkButton>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Input
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          required
          value={email}
          disabled={loading}
          error={fault}
          onBlur={() => email && setFault(checkEmail(email))}
          onChange={({ target: { value } }) => {
            setEmail(value)
            // What was told to be wrong is told to be right at once.
            if (fault) setFault(checkEmail(value))
          }}
        />
        <Input
          label="Name (optional)"
          name="name"
          autoComplete="name"
          maxLength={200}
          value={name}
          disabled={loading}
          onChange={(event) => setName(event.target.value)}
        />
        {state === 'error' && <Alert tone="danger">Something went wrong. Please try again.</Alert>}
        <Button
          type="submit"
          kind={access === 'approved' ? 'primary' : 'secondary'}
          busy={loading}
          className="mt-2"
        >
          Join the waitlist
        </Button>
      </form>
    </Dialog>
  )
}
