import { AppError } from '../../platform/http/app-error.ts'

export function accountDeleted(): AppError {
  return new AppError('unauthenticated', 'This account was deleted.')
}
