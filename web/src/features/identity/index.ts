export { useAuth } from './auth-context.tsx'
export { takeReturn } from './sign-in-return.ts'
export { useSignIn } from './use-sign-in.ts'
