export { creatorPath } from '@vignette/contract/creator-path.ts'
export { useAuth } from './auth-context.tsx'
export { takeReturn } from './sign-in-return.ts'
export { useSignIn } from './use-sign-in.ts'
