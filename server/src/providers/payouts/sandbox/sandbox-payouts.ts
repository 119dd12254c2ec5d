import type { FastifyInstance } from 'fastify'
import type { PayoutGateway } from '../spec.ts'
import type { IdentityForm, Verdict } from './check-identity.ts'
import type { BankAnswer } from './settle-bank-payouts.ts'

/** What the onboarding page shows; `leadsTo` is set where the link was used or is too old. */
interface OnboardingLink {
  country: string
  name: string | null
  leadsTo: string | null
}

export interface SandboxPayouts extends PayoutGateway {
  id: 'sandbox'
  findLink(link: string): Promise<OnboardingLink | null>
  /** Takes the onboarding page's form. */
  identify(link: string, form: IdentityForm): Promise<Verdict | 'ended'>
  /** Actions of the vendor's staff or of a bank, for operators of a sandbox and for tests. */
  restrict(accountId: string, what: { missing: string[]; missingBy: Date | null }): Promise<void>
  settleBankPayout(id: string, what: BankAnswer): Promise<void>
  deliverEvents(): Promise<void>
  mount(server: FastifyInstance): Promise<void>
}
