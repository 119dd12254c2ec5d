import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consentWords } from '@vignette/contract/creator-letter-words.ts'
import type { LetterWish as WishView } from '@vignette/contract/creator-letters.ts'
import { useState } from 'react'
import { apiQuery, send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { checkEmail } from '../../../lib/check-email.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { receiptQuery } from '../api.ts'

/** The buyer's own tick for the creator's letters; empty for a creation that was not bought. */
export function LetterWish({ creationId }: { creationId: string }) {
  const { data: bought } = useQuery(receiptQuery(creationId))
  const { data: wish } = useQuery({
    ...apiQuery('getLetterWish', { params: { id: creationId } }),
    enabled: Boolean(bought?.receipt),
  })
  return wish?.handle && <Wish creationId={creationId} wish={wish} handle={wish.handle} />
}

interface Change {
  on: boolean
  email?: string
}

function Wish(props: { creationId: string; wish: WishView; handle: string }) {
  const { creationId, wish, handle } = props
  const client = useQueryClient()
  const params = { id: creationId }
  const [asks, setAsks] = useState(false)
  /** The tick as it was pressed, until the server has answered. */
  const [pressed, setPressed] = useState<boolean>()
  const changing = useMutation({
    mutationFn: (body: Change) => send(client, 'setLetterWish', { params, body }),
    onSuccess: (saved) => {
      client.setQueryData(apiQuery('getLetterWish', { params }).queryKey, saved)
      setAsks(false)
    },
    onSettled: () => setPressed(undefined),
  })
  const isOn = wish.state !== 'off'
  const tick = (on: boolean) => {
    if (!isOn && wish.address === 'needed') return setAsks(on)
    setPressed(on)
    changing.mutate(
      { on },
      { onError: (error) => toastError(readReason(error, 'It could not be saved.')) },
    )
  }

  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5">
      <Checkbox
        label={consentWords(handle)}
        hint={isOn ? STATE_HINTS[wish.state] : ADDRESS_HINTS[wish.address]}
        checked={pressed ?? (isOn || asks)}
        disabled={changing.isPending}
        onChange={(event) => tick(event.target.checked)}
      />
      {asks && !isOn && <AddressForm ask={(email) => changing.mutateAsync({ on: true, email })} />}
    </div>
  )
}

const STATE_HINTS: Record<WishView['state'], string> = {
  off: '',
  asked: 'Look for our letter at your address and press its button. No other comes before.',
  on: 'Each letter has a link that ends them.',
}
const ADDRESS_HINTS: Record<WishView['address'], string> = {
  account: 'They go to the address of your account.',
  left: 'They go to the address that you left for the receipt, after you press a button in a letter there.',
  needed: 'They go to an address that you name here, after you press a button in a letter there.',
}

function AddressForm({ ask }: { ask: (email: string) => Promise<unknown> }) {
  const form = useForm({
    first: { email: '' },
    check: ({ email }) => ({ email: checkEmail(email) }),
    act: ({ email }) => ask(email.trim()),
    failed: 'It could not be saved. Please try again.',
    at: 'email',
  })
  return (
    <Form form={form} className="flex flex-col gap-3">
      <Input
        label="E-mail address for the letters"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        placeholder="you@example.com"
        {...form.field('email')}
      />
      <Submit form={form} kind="secondary">
        Ask for the letters
      </Submit>
    </Form>
  )
}
