import { AppError } from '../../platform/http/app-error.ts'

export function keepFirst(): AppError {
  return new AppError(
    'keep_first',
    'This is a proof. Keep it first: you are then charged, and the whole file is yours.',
  )
}
