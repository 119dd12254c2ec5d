import type { FastifyInstance } from 'fastify'
import type { BankDetails, PayoutGateway } from '../spec.ts'
import type { DetailsForm, Verdict } from './check-details.ts'

export interface ManualPayouts extends PayoutGateway {
  id: 'manual'
  /** `leadsTo` is set where the link was used or is too old. */
  findLink(link: string): Promise<{ leadsTo: string | null } | null>
  /** Takes the form's bank details. */
  keepDetails(link: string, form: DetailsForm): Promise<Verdict | 'ended'>
  findBankDetails(payoutId: string): Promise<BankDetails | null>
  mount(server: FastifyInstance): Promise<void>
}
