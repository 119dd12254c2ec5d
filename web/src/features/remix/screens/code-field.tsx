import { CODE } from '@vignette/contract/code-limits.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { type BroughtCode, codeQuery } from '../../creations/index.ts'

/** A creator's code at the checkout: the one that holds, or a field for one. */
export function CodeField({ workflowId, code }: { workflowId: string; code: BroughtCode }) {
  const [open, setOpen] = useState(false)
  const form = useForm({
    first: { code: code.fault ? code.text : '' },
    act: ({ code: text }, { client }) => client.fetchQuery(codeQuery(workflowId, text)),
    done: (_, { code: text }) => code.use(text.trim()),
    failed: 'The code could not be looked up. Please try again.',
    at: 'code',
  })

  if (code.quote) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>
          Code <span className="font-mono">{code.quote.code}</span>: {formatPrice(code.quote.price)}
        </span>
        <Button
          kind="ghost"
          onClick={() => {
            code.use('')
            setOpen(true)
            form.set({ code: '' })
          }}
        >
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
          autoFocus
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
