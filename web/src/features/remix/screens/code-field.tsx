import { useQueryClient } from '@tanstack/react-query'
import { CODE } from '@vignette/contract/code-limits.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
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
  const client = useQueryClient()
  const [brought] = useState(() => readSessionItem(`code:${workflowId}`) ?? '')
  const [open, setOpen] = useState(brought !== '')
  const [text, setText] = useState(brought)
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)

  async function apply(code: string) {
    setBusy(true)
    setFault(undefined)
    try {
      onQuote(await send(client, 'priceWithCode', { params: { id: workflowId }, body: { code } }))
      writeSessionItem(`code:${workflowId}`, code)
    } catch (error) {
      onQuote(undefined)
      writeSessionItem(`code:${workflowId}`, null)
      setFault(readReason(error, 'The code could not be looked up. Please try again.'))
    }
    setBusy(false)
  }

  useEffect(() => {
    if (brought) void apply(brought)
    // No dependencies: the code of a link is applied once.
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    void apply(text.trim())
  }

  function remove() {
    onQuote(undefined)
    setText('')
    writeSessionItem(`code:${workflowId}`, null)
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
    <form noValidate className="flex items-start gap-3" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <Input
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE.maxLength}
          value={text}
          error={fault}
          onChange={(event) => {
            setText(event.target.value)
            setFault(undefined)
          }}
        />
      </div>
      <Button
        type="submit"
        kind="secondary"
        className="mt-6.5"
        busy={busy}
        disabled={text.trim().length < CODE.minLength}
      >
        Apply
      </Button>
    </form>
  )
}
