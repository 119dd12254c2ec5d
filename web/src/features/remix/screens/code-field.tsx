import { CODE } from '@vignette/contract/code-limits.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { useEffect, useState } from 'react'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import type { Quote } from '../api.ts'
import { readSessionItem, writeSessionItem } from '../session-items.ts'

/** A creator's code: the one that a link brought is filled in and tried at once. */
export function CodeField({
  workflowId,
  quote,
  onQuote,
}: {
  workflowId: string
  quote: Quote | undefined
  onQuote: (quote: Quote | undefined) => void
}) {
  const [brought] = useState(() => readSessionItem(`code:${workflowId}`) ?? '')
  const [open, setOpen] = useState(brought !== '')
  const keep = (priced: Quote | undefined, code: string | null) => {
    onQuote(priced)
    writeSessionItem(`code:${workflowId}`, code)
  }
  const form = useForm({
    first: { code: brought },
    act: async ({ code }, { client }) => {
      try {
        return await send(client, 'priceWithCode', {
          params: { id: workflowId },
          body: { code: code.trim() },
        })
      } catch (error) {
        keep(undefined, null)
        throw error
      }
    },
    done: (priced, { code }) => keep(priced, code.trim()),
    failed: 'The code could not be looked up. Please try again.',
    at: 'code',
  })

  useEffect(() => {
    if (brought) form.submit()
    // No dependencies: the code of a link is applied once.
  }, [])

  function remove() {
    keep(undefined, null)
    form.set({ code: '' })
  }

  if (quote) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>
          Code <span className="font-mono">{quote.code}</span>: {formatPrice(quote.price)}
        </span>
        <Button kind="ghost" onClick={remove}>
          Remove code
        </Button>
      </p>
    )
  }
  if (!open) {
    return (
      <Button kind="ghost" className="-ml-5 self-start" onClick={() => setOpen(true)}>
        I have a code
      </Button>
    )
  }
  return (
    <Form form={form} className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <Input
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE.maxLength}
          {...form.field('code')}
        />
      </div>
      <Submit
        form={form}
        kind="secondary"
        className="mt-6.5"
        disabled={form.values.code.trim().length < CODE.minLength}
      >
        Apply
      </Submit>
    </Form>
  )
}
