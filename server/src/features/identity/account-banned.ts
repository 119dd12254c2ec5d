import { AppError } from '../../platform/http/app-error.ts'

export function accountBanned(): AppError {
  return new AppError('banned', 'This account was suspended for breaking the terms.')
}
