import { type Answer, call } from '../../../lib/client.ts'

export type Quote = Answer<'priceWithCode'>

export function priceWithCode(workflowId: string, code: string): Promise<Quote> {
  return call('priceWithCode', { params: { id: workflowId }, body: { code } })
}
