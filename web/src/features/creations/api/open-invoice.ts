import type { Answer, Body } from '../../../lib/client.ts'
import { call } from '../../../lib/client.ts'

export type Invoice = Answer<'openInvoice'>
export type InvoiceBuyer = NonNullable<Body<'openInvoice'>['buyer']>

/** By the payment for its buyer, or by the token of a letter. */
export type InvoiceOf = { paymentId: string } | { token: string }

export function openInvoice(of: InvoiceOf, buyer?: InvoiceBuyer): Promise<Invoice> {
  const given = buyer ? { buyer } : {}
  return 'token' in of
    ? call('openSignedInvoice', { body: { token: of.token, ...given } })
    : call('openInvoice', { params: { id: of.paymentId }, body: given })
}
