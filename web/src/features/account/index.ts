export { checkUsername, explainUsernameFault, normaliseUsername } from './check-username.ts'
export { UsernameEditor } from './components/username-editor.tsx'
