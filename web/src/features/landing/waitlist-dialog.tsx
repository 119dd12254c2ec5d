import { useQuery } from '@tanstack/react-query'
import { track } from '../../lib/analytics.ts'
import { checkEmail } from '../../lib/check-email.ts'
import { configQuery } from '../../lib/config.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { Form, Submit } from '../../ui/form.tsx'
import { joinWaitlist } from './join-waitlist.ts'

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
  const form = useForm({
    first: { email: '', name: '' },
    check: ({ email }) => ({ email: checkEmail(email) }),
    act: async ({ email, name }) => {
      track('waitlist_submitted', { with_name: name.trim() !== '' })
      try {
        await joinWaitlist(email, name, config.data?.waitlist_url || undefined)
        track('waitlist_joined')
      } catch {
        track('waitlist_failed')
        throw new Error('Something went wrong. Please try again.')
      }
    },
  })
  const state = form.sent ? 'success' : form.busy ? 'loading' : form.fault ? 'error' : 'idle'

  const changeOpen = (next: boolean) => {
    if (!next) {
      form.clear()
      track('waitlist_closed', { state })
    }
    onOpenChange(next)
  }

  if (form.sent)
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

  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      locked={form.busy}
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
      <Form form={form} className="flex flex-col gap-4">
        <Input
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          required
          disabled={form.busy}
          onBlur={() => form.values.email && form.look('email')}
          {...form.field('email')}
        />
        <Input
          label="Name (optional)"
          name="name"
          autoComplete="name"
          maxLength={200}
          disabled={form.busy}
          {...form.field('name')}
        />
        <Submit form={form} kind={access === 'approved' ? 'primary' : 'secondary'} className="mt-2">
          Join the waitlist
        </Submit>
      </Form>
    </Dialog>
  )
}
