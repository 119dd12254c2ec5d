import { useMutation } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Textarea } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { type Invoice, type InvoiceBuyer, type InvoiceOf, openInvoice } from '../api.ts'

/** The invoice and its credit notes, asked for by a button, since few buyers need them. */
export function InvoicePanel({ of }: { of: InvoiceOf }) {
  const [invoice, setInvoice] = useState<Invoice>()
  const asking = useMutation({
    mutationFn: (buyer?: InvoiceBuyer) => openInvoice(of, buyer),
    onSuccess: setInvoice,
    onError: (error) => toastError(readReason(error, 'The invoice could not be loaded.')),
  })
  if (!invoice) {
    return (
      <Button
        kind="secondary"
        size="sm"
        className="mt-4"
        busy={asking.isPending}
        onClick={() => asking.mutate(undefined)}
      >
        Get an invoice
      </Button>
    )
  }
  return (
    <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4 text-sm">
      <h3 className="font-medium">Invoice {invoice.number}</h3>
      {invoice.sealed ? null : <BuyerForm of={of} buyer={invoice.buyer} onSaved={setInvoice} />}
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
  of,
  buyer,
  onSaved,
}: {
  of: InvoiceOf
  buyer: Invoice['buyer']
  onSaved: (invoice: Invoice) => void
}) {
  const form = useForm({
    first: { name: buyer?.name ?? '', address: buyer?.address ?? '', vat_id: buyer?.vat_id ?? '' },
    check: ({ name, address }) => ({
      name: !name.trim() && 'Please enter a name',
      address: !address.trim() && 'Please enter an address',
    }),
    act: ({ name, address, vat_id }) => {
      const vatId = vat_id.trim()
      return openInvoice(of, {
        name: name.trim(),
        address: address.trim(),
        ...(vatId ? { vat_id: vatId } : {}),
      })
    },
    done: onSaved,
    failed: 'The invoice could not be loaded.',
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <p className="text-muted">
        If your name and address are to stand on it, save them first: once opened, an invoice no
        longer changes.
      </p>
      <Input label="Name or firm" maxLength={120} autoComplete="name" {...form.field('name')} />
      <Textarea
        label="Address"
        maxLength={400}
        rows={3}
        autoComplete="street-address"
        {...form.field('address')}
      />
      <Input label="VAT id, if you have one" maxLength={30} {...form.field('vat_id')} />
      <Submit form={form} kind="secondary" size="sm" className="self-start">
        Save for the invoice
      </Submit>
    </Form>
  )
}
