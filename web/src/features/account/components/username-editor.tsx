import { PAST_USERNAME_MONTHS, USERNAME_RULE } from '@vignette/contract/account-limits.ts'
import type { UserView } from '@vignette/contract/identity.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
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
  const form = useForm({
    keep: 'username',
    first: { username: user.username ?? '' },
    check: ({ username }) => ({ username: checkUsername(username) }),
    act: async ({ username }, { client }) => {
      try {
        return await send(client, 'updateUser', {
          body: { username: normaliseUsername(username) },
        })
      } catch (error) {
        throw new Error(explainUsernameFault(error))
      }
    },
    done: (saved) => {
      track('username_changed')
      onSaved(saved)
      toast('Username saved')
    },
    at: 'username',
  })
  const unchanged = normaliseUsername(form.values.username) === (user.username ?? '')

  return (
    <Form form={form} className="grid max-w-xl grid-cols-1 gap-x-3 sm:grid-cols-[1fr_auto]">
      <Input
        label="Username"
        hint={USERNAME_RULE}
        autoFocus={onCancel !== undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      {user.username && (
        <p className="text-sm text-muted sm:order-last sm:col-span-2">
          Links to @{user.username} lead to the new name for {PAST_USERNAME_MONTHS} months, and
          nobody else can take it meanwhile.
        </p>
      )}
      <div className="mt-3 flex gap-2 sm:mt-6.5">
        <Submit form={form} disabled={unchanged}>
          {form.busy ? 'Saving…' : 'Save username'}
        </Submit>
        {onCancel && (
          <Button kind="ghost" disabled={form.busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}
