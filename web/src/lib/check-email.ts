const INVALID_EMAIL = 'Please enter a valid email address'
const BASIC_ADDRESS = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

export function checkEmail(email: string): string | undefined {
  return BASIC_ADDRESS.test(email.trim()) ? undefined : INVALID_EMAIL
}
