import { formatCents } from '@vignette/contract/money.ts'
import { type FormEvent, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Textarea } from '../../../ui/field.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { type Invoice, type InvoiceOf, openInvoice } from '../api.ts'

/** The invoice and its credit notes, asked for by a button, since few buyers need them. */
export function InvoicePanel({ of }: { of: InvoiceOf }) {
  const [invoice, setInvoice] = useState<Invoice>()
  const [busy, setBusy] = useState(false)
  const ask = async (buyer?: Parameters<typeof openInvoice>[1]) => {
    setBusy(true)
    try {
      setInvoice(await openInvoice(of, buyer))
    } catch (error) {
      toastError(readReason(error, 'The invoice could not be loaded.'))
    } finally {
      setBusy(false)
    }
  }
  if (!invoice) {
    return (
      <Button kind="secondary" size="sm" className="mt-4" busy={busy} onClick={() => void ask()}>
        Get an invoice
      </Button>
    )
  }
  return (
    <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4 text-sm">
      <h3 className="font-medium">Invoice {invoice.number}</h3>
      {invoice.sealed ? null : (
        <BuyerForm buyer={invoice.buyer} busy={busy} onSave={(buyer) => void ask(buyer)} />
      )}
      {invoice.buyer && (
        <p className="break-words whitespace-pre-line text-muted">
          {[invoice.buyer.name, invoice.buyer.address, invoice.buyer.vat_id]
            .filter(Boolean)
            .join('\n')}
        </p>
      )}
      <ul className="flex flex-col gap-1">
        <li>
          <a
            href={invoice.url}
            target="_blank"
            rel="noreferrer"
            className="inline-block py-1 underline"
            onClick={() => setInvoice({ ...invoice, sealed: true })}
          >
            Open the invoice of {formatLongDate(invoice.issued_at)}
          </a>
        </li>
        {invoice.credit_notes.map((note) => (
          <li key={note.number}>
            <a
              href={note.url}
              target="_blank"
              rel="noreferrer"
              className="inline-block py-1 underline"
              onClick={() => setInvoice({ ...invoice, sealed: true })}
            >
              {note.corrects
                ? `Open the correction that takes back ${note.corrects}`
                : `Open the credit note of ${formatCents(note.amount)}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function BuyerForm({
  buyer,
  busy,
  onSave,
}: {
  buyer: Invoice['buyer']
  busy: boolean
  onSave: (buyer: { name: string; address: string; vat_id?: string }) => void
}) {
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (field: string) => {
      const value = form.get(field)
      return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
    }
    const vatId = read('vat_id')
    onSave({
      name: read('name'),
      address: read('address'),
      ...(vatId ? { vat_id: vatId } : {}),
    })
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={save}>
      <p className="text-muted">
        If your name and address are to stand on it, save them first: once opened, an invoice no
        longer changes.
      </p>
      <Input
        label="Name or firm"
        name="name"
        required
        maxLength={120}
        autoComplete="name"
        defaultValue={buyer?.name}
      />
      <Textarea
        label="Address"
        name="address"
        required
        maxLength={400}
        rows={3}
        autoComplete="street-address"
        defaultValue={buyer?.address}
      />
      <Input
        label="VAT id, if you have one"
        name="vat_id"
        maxLength={30}
        defaultValue={buyer?.vat_id ?? ''}
      />
      <Button kind="secondary" size="sm" type="submit" busy={busy} className="self-start">
        Save for the invoice
      </Button>
    </form>
  )
}
