import type { Answer, Body } from '../../../lib/client.ts'
import { call } from '../../../lib/client.ts'

export type Invoice = Answer<'openInvoice'>
export type InvoiceBuyer = NonNullable<Body<'openInvoice'>['buyer']>

/** The buyer names the payment; the holder of a letter's link sends the link's token. */
export type InvoiceOf = { paymentId: string } | { token: string }

export function openInvoice(of: InvoiceOf, buyer?: InvoiceBuyer): Promise<Invoice> {
  const given = buyer ? { buyer } : {}
  return 'token' in of
    ? call('openSignedInvoice', { body: { token: of.token, ...given } })
    : call('openInvoice', { params: { id: of.paymentId }, body: given })
}
