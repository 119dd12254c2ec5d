import { AppError } from '../../../platform/http/app-error.ts'
import type { PaymentRow } from '../tables.ts'

export interface Delivery {
  paymentId: string
  jobId: string
  creationId: string
  costCents: number
}

export function assertOwnRun(payment: PaymentRow, { jobId }: Delivery): void {
  if (payment.jobId === jobId) return
  throw new AppError('payment_state', 'This payment belongs to another run.')
}
